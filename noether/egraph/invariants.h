// Checks what must hold of every rebuilt e-graph; called after each rebuild where assertions are
// on.
#pragma once

#include <string>

namespace noether::egraph {

class EGraphCore;

// The first broken invariant in words, empty when all hold. Looks at everything: takes as long as
// building the graph did.
std::string find_broken_invariant(const EGraphCore& graph);

}  // namespace noether::egraph
