// Inspects a whole graph: checks the invariants of a rebuilt graph, after each rebuild if
// assertions are enabled, and computes a digest that distinguishes graphs.
#pragma once

#include <string>

#include "noether/base/hash.h"

namespace noether::egraph {

class EGraphCore;

// Returns the first broken invariant in words, or an empty string if all hold. It takes as long as
// building the graph did.
std::string find_broken_invariant(const EGraphCore& graph);

// A digest of everything a graph holds: equal for equal graphs, id for id.
base::Digest digest_of(const EGraphCore& graph);

}  // namespace noether::egraph
