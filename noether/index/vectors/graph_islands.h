// Vectors that a graph of neighbours has lost.
// A search inserts a vector into the graph. Where clusters hardly touch, one search in some
// twenty-five ends in a wrong cluster: the vector is linked to its neighbours there, and a walk
// through its own cluster does not reach it. It is an island, alone or with a few later vectors.
#pragma once

#include <cstdint>

#include "noether/base/error.h"
#include "noether/index/vectors/neighbour_graph.h"

namespace noether::index {

// Searches for the vectors of islands again, in the finished graph, and links them in both
// directions to the nearest ones. No vector has more than `most_links` afterwards. The result is
// deterministic.
base::Result<void> join_islands(const RoughVectors& vectors, std::uint32_t most_links,
                                NeighbourGraph& graph);

}  // namespace noether::index
