// Equality by normal forms: both sides are the same rational function of the same quantities.
#pragma once

#include "noether/algebra/proof_request.h"

namespace noether::algebra {

std::optional<Proof> prove_by_normal_form(Expressions& pool, const ProofRequest& request);

}  // namespace noether::algebra
