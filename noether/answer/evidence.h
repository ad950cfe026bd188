// The evidence for a decision of algebra, in the form of notes of an answer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/answer/answer.h"
#include "noether/base/json_text.h"

namespace noether::answer {

// Longer proofs lose their middle.
inline constexpr std::size_t kMostProofSteps = 60;

// proven agrees refuted undecided
std::string_view verdict_word(algebra::Verdict verdict);
// The expressions from one side to the other; empty when there is no proof.
std::vector<ProofStep> proof_of(const algebra::Expressions& pool,
                                const algebra::Decision& decision);
// The counterexample of a refutation.
Counterexample counterexample_of(algebra::Expressions& pool, const algebra::Decision& decision);
// `at $x = 1$ the left side is 2 and the right side is 3`
std::string counterexample_text(const Counterexample& counterexample);

// The verdict of a note, its proof and its counterexample, where there are any.
void add_evidence(const Note& note, base::JsonObject& object);

}  // namespace noether::answer
