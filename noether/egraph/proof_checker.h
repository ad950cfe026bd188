// Checks a proof with nothing but the rules and the terms in it: shares no code with the graph that
// made it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/egraph/pattern.h"
#include "noether/egraph/proof.h"
#include "noether/egraph/terms/term.h"

namespace noether::egraph {

// Who is asked about the steps that are not by a plain rule. What is left empty admits nothing.
struct ProofAuthorities {
  // Whether the condition of a rule holds for the terms of its variables.
  std::function<bool(std::uint32_t condition, std::span<const Term> bindings)> condition = {};
  // Whether the two subterms are equal, as the analysis or the caller said.
  std::function<bool(std::uint32_t tag, const Term& before, const Term& after)> analysis = {};
  std::function<bool(std::uint32_t tag, const Term& before, const Term& after)> given = {};
};

// Nothing when the proof leads from `start` to `end` by steps that are all right; otherwise what is
// wrong, and with which step.
base::Result<void> check_proof(const Proof& proof, const Term& start, const Term& end,
                               std::span<const Rule> rules,
                               const ProofAuthorities& authorities = {});

}  // namespace noether::egraph
