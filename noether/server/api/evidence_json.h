// What speaks for a decision of algebra, as answers tell it.
#pragma once

#include <string>

#include "noether/algebra/decide/decide.h"
#include "noether/base/json_text.h"

namespace noether::server {

// Longer proofs lose their middle.
inline constexpr std::size_t kMostProofSteps = 400;

// verdict, reason, proof, counterexample, and points and digits of what agrees.
void add_evidence(const algebra::Expressions& pool, const algebra::Decision& decision,
                  base::JsonObject& object);

std::string latex_of(const algebra::Expressions& pool, algebra::ExprId expression);

// Hints of the reader speak of options of the command line, which a request does not have.
std::string hint_for_requests(std::string hint);

}  // namespace noether::server
