// The meaning of a line of a solution: relations between its unknowns, joined by `and` and `or`.
//
//     2x = 6                {{2x = 6}}
//     x = 2 or x = -2       {{x = 2}, {x = -2}}
//     1 < x < 3             {{1 < x, x < 3}}
//     no solution           {}
//     all numbers           {{}}
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

struct Relation {
  enum class Kind : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
  Kind kind = Kind::Equal;
  ExprId left = kNoExpr;
  ExprId right = kNoExpr;

  friend bool operator==(const Relation&, const Relation&) = default;
};

struct Statement {
  using All = std::vector<Relation>;
  std::vector<All> any;

  static Statement equation(ExprId left, ExprId right) {
    return {{{{Relation::Kind::Equal, left, right}}}};
  }
  // The equation, if the statement is a single one.
  const Relation* equation() const {
    if (any.size() != 1 || any[0].size() != 1) return nullptr;
    return any[0][0].kind == Relation::Kind::Equal ? &any[0].front() : nullptr;
  }
  bool has_only_equations() const;
};

// The variables in the order of their first appearance, without those bound by an integral.
std::vector<Head> variables_of(const Expressions& pool, const Statement& statement);

// The variable to which each alternative gives a value, as in x = 2 or x = -2.
std::optional<Head> solved_variable(const Expressions& pool, const Statement& statement);

Statement substitute(Expressions& pool, const Statement& statement, Head from, ExprId to);

}  // namespace noether::algebra
