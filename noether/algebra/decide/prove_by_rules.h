// Equality by saturation: the rules, applied to both sides, merge them into one class.
#pragma once

#include "noether/algebra/decide/proof_request.h"

namespace noether::algebra {

std::optional<Proof> prove_by_rules(Expressions& pool, const ProofRequest& request);

}  // namespace noether::algebra
