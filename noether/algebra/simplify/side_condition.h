// The conditions under which a simplified expression may replace the original one.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

struct SideCondition {
  enum class Kind : std::uint8_t {
    Nonzero,      // subject != 0
    Positive,     // subject > 0
    Nonnegative,  // subject >= 0
    NoPole,       // subject is not 0, -1, -2, ...
    WholeFrom,    // subject is one of from, from + 1, from + 2, ...
    Defined,      // subject has a value
  };
  Kind kind = Kind::Nonzero;
  ExprId subject = kNoExpr;
  ExprId from = kNoExpr;

  friend auto operator<=>(const SideCondition&, const SideCondition&) = default;
};

// Drops conditions that others imply: x is not 0 where x > 0.
void drop_implied(Expressions& pool, std::vector<SideCondition>& conditions);

// For users, `x ≠ 1`, and in LaTeX, `x \neq 1`. A linear condition is solved for its letter.
std::string condition_words(Expressions& pool, const SideCondition& condition);
std::string condition_latex(Expressions& pool, const SideCondition& condition);

// `for x ≠ 1 and y > 0`; empty without conditions.
std::string conditions_text(Expressions& pool, const std::vector<SideCondition>& conditions);

}  // namespace noether::algebra
