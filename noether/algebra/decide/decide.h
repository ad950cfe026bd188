// Decides whether two expressions are equal: proven, refuted, agreeing or unknown, with the
// evidence.
//
// The steps are, in this order: derivatives, names of bound variables, a few points, normal forms,
// rules, and many points with many digits. A point where the values differ is preferred to one
// where only one side has a value.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "noether/algebra/decide/verdict.h"
#include "noether/algebra/expression/assumptions.h"

namespace noether::algebra {

struct DecideOptions {
  Field field = Field::Automatic;
  Equality equality = Equality::Strict;
  Assumptions assumptions;
  double seconds = 5;  // wall-clock limit of the whole decision
  int points = 64;     // points that must agree for `agrees`
  int digits = 30;     // to this many digits
  bool want_proof = true;
  std::function<bool()> is_over = {};  // called from time to time; true gives up
};

struct Step {
  ExprId term;       // the whole expression after the step
  std::string rule;  // why it equals the previous one; empty for the first
};

struct Decision {
  Verdict verdict = Verdict::Unknown;
  std::string reason;       // one line for users
  std::vector<Step> proof;  // if proven
  // If refuted: the point, and the two values as decimal text or `undefined`.
  Point point;
  std::string left_value;
  std::string right_value;
  // If agreeing: the number of points, and of digits.
  int points = 0;
  int digits = 0;
};

Decision decide(Expressions& pool, ExprId left, ExprId right, const DecideOptions& options = {});

}  // namespace noether::algebra
