// Presents the evidence for a decision of algebra as the notes of an answer do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/answer/answer.h"
#include "noether/base/json_text.h"

namespace noether::answer {

// The middle of a longer proof is left out.
inline constexpr std::size_t kMostProofSteps = 60;

// proven agrees refuted undecided
std::string_view verdict_word(algebra::Verdict verdict);
// The expressions from one side to the other; empty if there is no proof.
std::vector<ProofStep> proof_of(const algebra::Expressions& pool,
                                const algebra::Decision& decision);
// The counterexample of a refutation.
Counterexample counterexample_of(algebra::Expressions& pool, const algebra::Decision& decision);
// `at $x = 1$ the left side is 2 and the right side is 3`
std::string counterexample_text(const Counterexample& counterexample);

// Adds the verdict of a note, and its proof and counterexample if it has them.
void add_evidence(const Note& note, base::JsonObject& object);

}  // namespace noether::answer
