// The evidence for a decision of algebra, in responses.
#pragma once

#include <string>

#include "noether/algebra/decide/decide.h"
#include "noether/base/json_text.h"

namespace noether::server {

// Longer proofs lose their middle.
inline constexpr std::size_t kMostProofSteps = 400;

// Adds verdict, reason, proof, counterexample, and the points and digits of an agreement.
void add_evidence(const algebra::Expressions& pool, const algebra::Decision& decision,
                  base::JsonObject& object);

std::string latex_of(const algebra::Expressions& pool, algebra::ExprId expression);

// Hints of the reader speak of options of the command line, which a request does not have.
std::string hint_for_requests(std::string hint);

}  // namespace noether::server
