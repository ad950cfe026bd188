// Compares expressions, given as text, with one reference, by certified numbers.
//
// The answer depends on the two texts alone, not on what was compared before.
#pragma once

#include <string_view>

#include "noether/algebra/expression.h"
#include "noether/algebra/read_expression.h"
#include "noether/base/error.h"
#include "noether/egen/verifier.h"

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
  // No certain difference, and the same values at this many points at least.
  bool agrees(std::string_view expression, std::uint16_t points = 1) {
    const MemberCheck found = check(expression);
    return found.verdict == algebra::Verdict::Agrees && found.shared_points >= points;
  }

 private:
  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::ExpressionReader reader_;
  ClusterVerifier verifier_{pool_};
  bool has_reference_ = false;
};

}  // namespace noether::egen
