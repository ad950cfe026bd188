// The setting of a question about expressions: a field, points in it, and assumptions about
// variables.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Real: every variable and every intermediate value is a real number; complex: principal branches.
// Automatic: complex when an expression contains i, else real.
enum class Field : std::uint8_t { Automatic, Real, Complex };
// Strict: the same values and the same domain. WhereBothDefined: the same values where both exist.
enum class Equality : std::uint8_t { Strict, WhereBothDefined };

// An assignment of constant expressions (no variables) to variables.
struct Point {
  std::vector<std::pair<Head, ExprId>> coordinates;
};

// Assumptions about a variable. Bounds are constant expressions; an absent bound is kNoExpr.
struct VariableAssumption {
  enum class Kind : std::uint8_t { Complex, Real, Integer };
  Head variable;
  Kind kind = Kind::Real;
  ExprId lower = kNoExpr;
  ExprId upper = kNoExpr;
  bool lower_open = true;
  bool upper_open = true;
};

struct Assumptions {
  std::vector<VariableAssumption> variables;  // others range over the whole field
  std::function<bool(const Point&)> accepts;  // further restricts the points; empty: all
};

// The field that Automatic stands for, or the one asked for.
inline Field resolve_field(const Expressions& pool, ExprId left, ExprId right, Field field) {
  if (field != Field::Automatic) return field;
  return contains(pool, left, Op::I) || contains(pool, right, Op::I) ? Field::Complex : Field::Real;
}

}  // namespace noether::algebra
