// Compares expressions, given as text, with one reference, by certified numbers.
//
// The answer depends on the two texts alone, not on what was compared before.
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

  // Prefix notation. An error when it cannot be read; then nothing differs from it.
  base::Result<void> set_reference(std::string_view expression);
  // Whether the reference has a value at any point that was tried.
  bool reference_has_values() const;

  // What cannot be read is Unknown.
  MemberCheck check(std::string_view expression);
  // Certain: at some point both have values, and different ones.
  bool differs(std::string_view expression) {
    return check(expression).verdict == algebra::Verdict::Refuted;
  }
  // Certain, and to be seen without looking for it: at several ordinary points both have values,
  // clearly different ones. Where the reference is fit to be an initial expression, this one is,
  // too: asec(x - 3) meets asin(x - 3) in two points only, and (-1)^cosh(x) hardly has values.
  bool differs_clearly(std::string_view expression);
  // Certain, quick, and nearly as good: the same points, but what is compared is ranges in doubles
  // alone, and whether the expression is fit is not asked.
  bool differs_at_a_glance(std::string_view expression);
  // No certain difference, and the same values at this many points at least.
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
  std::optional<bool> reference_is_fit_;  // when it was asked for
};

}  // namespace noether::egen
