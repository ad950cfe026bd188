// Whether two expressions are equal: proven, refuted, agreeing or unknown, with the evidence.
//
// The order of work: derivatives, names of bound variables, a few points, normal forms, rules, many
// points with many digits. A point where the values differ is preferred to a hole in a domain.
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

Decision decide(Expressions& pool, ExprId left, ExprId right, const DecideOptions& options = {});

}  // namespace noether::algebra
