// Decides with certainty whether side conditions hold at a point.
//
// Facts hold wherever their term is defined, so a condition on a term that has no value at the
// point holds there: the rule may be used, and must be true at the point. Only defined(t) fails.
// free and variable concern the form of expressions, not values, and hold everywhere.
#pragma once

#include <span>
#include <vector>

#include "noether/algebra/numeric/evaluate.h"
#include "noether/algebra/rules/rule_file.h"

namespace noether::algebra {

class ConditionChecker {
 public:
  // The pool must outlive the checker.
  ConditionChecker(const Expressions& pool, std::span<const Condition> conditions);

  // Yes if all conditions hold, No if one certainly does not.
  Truth hold(const Point& point, Field field, Deadline deadline = kNoDeadline);

 private:
  Truth all(const Point& point, bool complex) const;
  bool is_written_as_number(ExprId term, const Point& point) const;

  const Expressions* pool_;
  std::vector<Condition> conditions_;
  std::vector<std::size_t> first_root_;  // of each condition's terms, among the evaluator's roots
  BallEvaluator evaluator_;
};

}  // namespace noether::algebra
