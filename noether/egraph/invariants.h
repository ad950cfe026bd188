// Looks at everything in a graph: checks what must hold of every rebuilt one, after each rebuild
// where assertions are on, and tells graphs apart by a digest.
#pragma once

#include <string>

#include "noether/base/hash.h"

namespace noether::egraph {

class EGraphCore;

// The first broken invariant in words, empty when all hold. Looks at everything: takes as long as
// building the graph did.
std::string find_broken_invariant(const EGraphCore& graph);

// A digest of everything a graph holds: equal for equal graphs, id for id.
base::Digest digest_of(const EGraphCore& graph);

}  // namespace noether::egraph
