// For every vector of a segment some that are near it, so that a search can walk from one to the
// next. Built by hnswlib; what is kept is its lowest level (nearest_vectors.h says why), to which
// graph_islands.h joins what it has lost.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/base/error.h"

namespace noether::index {

// Fewer vectors than this are compared one by one, which is exact and as fast.
inline constexpr std::uint32_t kLeastForGraph = 8192;

// The high bytes of vectors, one behind the other, and their scales.
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

// How many links a vector has on the upper levels; on the lowest there are up to twice as many.
inline constexpr std::uint32_t kGraphLinks = 16;

// The same vectors always give the same graph: one thread, and an order that is drawn once and for
// all. `progress` hears how many vectors are in. An error only when there is not enough memory.
base::Result<NeighbourGraph> build_neighbour_graph(
    const RoughVectors& vectors, const std::function<void(std::uint32_t)>& progress = {},
    std::uint32_t links = kGraphLinks);

}  // namespace noether::index
