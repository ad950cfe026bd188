// A digest of everything a graph holds: equal for equal graphs, id for id.
#pragma once

#include "noether/base/hash.h"
#include "noether/egraph/core.h"

namespace noether::egraph {

base::Digest digest_of(const EGraphCore& graph);

}  // namespace noether::egraph
