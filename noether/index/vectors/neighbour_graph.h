// Some near vectors for every vector of a segment, so that a search can walk from one to the next.
// hnswlib builds it; the lowest level is stored (nearest_vectors.h explains why), and
// vectors that the graph has lost are joined to it.
//
// A search inserts a vector into the graph. Where clusters hardly touch, one search in some
// twenty-five ends in a wrong cluster: the vector is linked to its neighbours there, and a walk
// through its own cluster does not reach it. It is an island, alone or with a few later vectors.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/base/error.h"

namespace noether::index {

// Fewer vectors than this are all compared, which is exact and as fast.
inline constexpr std::uint32_t kLeastForGraph = 8192;

// The concatenated high bytes of vectors, and their scales.
struct RoughVectors {
  std::uint32_t width = 0;
  std::span<const float> scales;
  std::span<const std::int8_t> high;

  std::uint32_t size() const { return static_cast<std::uint32_t>(scales.size()); }
  std::span<const std::int8_t> at(std::uint32_t number) const {
    return high.subspan(std::size_t{number} * width, width);
  }
};

struct NeighbourGraph {
  std::vector<std::uint32_t> ends;   // of the neighbours of each vector
  std::vector<std::uint32_t> links;  // ascending for each vector
};

// The number of links of a vector on the upper levels; on the lowest there are up to twice as many.
inline constexpr std::uint32_t kGraphLinks = 16;

// The same vectors always give the same graph: it uses one thread and a fixed random order.
// `progress` reports the number of inserted vectors. Fails only for lack of memory.
base::Result<NeighbourGraph> build_neighbour_graph(
    const RoughVectors& vectors, const std::function<void(std::uint32_t)>& progress = {},
    std::uint32_t links = kGraphLinks);

// Searches for the vectors of islands again, in the finished graph, and links them in both
// directions to the nearest ones. No vector has more than `most_links` afterwards. The result is
// deterministic.
base::Result<void> join_islands(const RoughVectors& vectors, std::uint32_t most_links,
                                NeighbourGraph& graph);

}  // namespace noether::index
