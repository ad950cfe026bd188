// Checks a proof using only the rules and the terms in it. It shares no code with the graph that
// made the proof.
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

// Decides about the steps that are not applications of unconditional rules. An empty function
// admits nothing.
struct ProofAuthorities {
  // Returns whether the condition of a rule holds for the terms bound to its variables.
  std::function<bool(std::uint32_t condition, std::span<const Term> bindings)> condition = {};
  // Returns whether the two subterms are equal, as the analysis or the caller claims.
  std::function<bool(std::uint32_t tag, const Term& before, const Term& after)> analysis = {};
  std::function<bool(std::uint32_t tag, const Term& before, const Term& after)> given = {};
};

// Succeeds if the proof leads from `start` to `end` by valid steps. Otherwise the error names the
// first invalid step and the reason.
base::Result<void> check_proof(const Proof& proof, const Term& start, const Term& end,
                               std::span<const Rule> rules,
                               const ProofAuthorities& authorities = {});

}  // namespace noether::egraph
