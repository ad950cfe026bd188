// Whether two expressions are equal: proven, refuted, agreeing or unknown, with the evidence.
//
// The order of work: derivatives, names of bound variables, a few points, normal forms, rules, many
// points with many digits. A point where the values differ is preferred to a hole in a domain.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "noether/algebra/expression.h"
#include "noether/algebra/verdict.h"

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

// What may be assumed about a variable; bounds are constant expressions, kNoExpr when there is
// none.
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

struct DecideOptions {
  Field field = Field::Automatic;
  Equality equality = Equality::Strict;
  Assumptions assumptions;
  double seconds = 5;  // wall-clock limit of the whole decision
  int points = 64;     // points that must agree for `agrees`
  int digits = 30;     // to this many digits
  bool want_proof = true;
  std::function<bool()> is_over = {};  // asked now and then: whether to give up
};

struct Step {
  ExprId term;       // the whole expression after the step
  std::string rule;  // why it equals the one before; empty for the first
};

struct Decision {
  Verdict verdict = Verdict::Unknown;
  std::string reason;       // one line for people
  std::vector<Step> proof;  // when proven
  // When refuted: the point, and the two values as decimal text or `undefined`.
  Point point;
  std::string left_value;
  std::string right_value;
  // When agreeing: how many points, and to how many digits.
  int points = 0;
  int digits = 0;
};

// The field that Automatic stands for, or the one asked for.
Field resolve_field(const Expressions& pool, ExprId left, ExprId right, Field field);

Decision decide(Expressions& pool, ExprId left, ExprId right, const DecideOptions& options = {});

}  // namespace noether::algebra
