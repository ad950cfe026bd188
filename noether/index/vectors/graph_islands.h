// Vectors that a graph of neighbours has lost.
//
// A vector comes into the graph by a search. Where clusters hardly touch, one search in some
// twenty-five ends in a wrong cluster: the vector is linked to what it found there, and nobody who
// walks through its own cluster meets it. It is an island, alone or with a few that came after it.
#pragma once

#include <cstdint>

#include "noether/base/error.h"
#include "noether/index/vectors/neighbour_graph.h"

namespace noether::index {

// Searches for the vectors of islands once more, in the finished graph, and links them both ways
// to what is nearest. No vector gets more than `most_links` by it. The same graph always becomes
// the same.
base::Result<void> join_islands(const RoughVectors& vectors, std::uint32_t most_links,
                                NeighbourGraph& graph);

}  // namespace noether::index
