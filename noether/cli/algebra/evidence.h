// The evidence for a decision, as text and as JSON.
#pragma once

#include <string>

#include "noether/algebra/decide/decide.h"
#include "noether/cli/console/messages.h"
#include "noether/formula/formula_io.h"

namespace noether::cli {

// Lines that begin with `indent`: the steps of a proof, or the point of a counterexample with both
// values. Empty for the other verdicts, whose reason is complete.
std::string evidence_text(const algebra::Expressions& pool, const algebra::Decision& decision,
                          formula::Notation notation, const std::string& indent);

// Adds verdict and reason, and the members of the verdict: proof; point and values; points and
// digits.
void add_evidence(JsonObject& object, const algebra::Expressions& pool,
                  const algebra::Decision& decision, formula::Notation notation);

}  // namespace noether::cli
