// Compares expressions, given as text, with one reference by certified numbers.
//
// The result depends on the two texts alone, not on earlier comparisons.
#pragma once

#include <optional>
#include <string_view>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/error.h"
#include "noether/egen/templates/fitness.h"
#include "noether/egen/verify/verifier.h"

namespace noether::egen {

// Not for two threads.
class ReferenceCheck {
 public:
  ReferenceCheck();

  // The reference is in prefix notation. An unreadable one is an error, and then nothing differs
  // from it.
  base::Result<void> set_reference(std::string_view expression);
  // Returns whether the reference has a value at any point tried.
  bool reference_has_values() const;

  // The result is Unknown for an unreadable expression.
  MemberCheck check(std::string_view expression);
  // Returns whether both certainly have different values at some point.
  bool differs(std::string_view expression) {
    return check(expression).verdict == algebra::Verdict::Refuted;
  }
  // Returns whether the difference is certain and obvious: at several ordinary points both have
  // values, and clearly different ones. If the reference is fit to be an initial expression, the
  // other must be fit, too: asec(x - 3) meets asin(x - 3) in two points only, and (-1)^cosh(x)
  // hardly has values.
  bool differs_clearly(std::string_view expression);
  // A quick and certain test that is nearly as good: it uses the same points, but compares only
  // ranges in doubles, and does not check whether the expression is fit.
  bool differs_at_a_glance(std::string_view expression);
  // Returns whether there is no certain difference, and at least this many points have the same
  // values.
  bool agrees(std::string_view expression, std::uint16_t points = 1) {
    const MemberCheck found = check(expression);
    return found.verdict == algebra::Verdict::Agrees && found.shared_points >= points;
  }

 private:
  bool is_fit(algebra::ExprId expression);

  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::ExpressionReader reader_;
  ClusterVerifier verifier_{pool_};
  FitnessCheck fitness_{pool_};
  bool has_reference_ = false;
  algebra::ExprId reference_ = algebra::kNoExpr;
  std::optional<bool> reference_is_fit_;  // computed on demand
};

}  // namespace noether::egen
