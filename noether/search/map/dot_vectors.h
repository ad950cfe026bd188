// The vectors that become dots of a map, with the input of a layout: the nearest neighbours and the
// initial places.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/index/vectors/neighbour_graph.h"
#include "noether/search/is_over.h"
#include "noether/search/map/plane_layout.h"

namespace noether::search {

// Distinct vectors. Their high bytes are enough to compare distances.
struct DotVectors {
  std::uint32_t width = 0;
  std::vector<float> scales;
  std::vector<std::int8_t> high;
  // The formulas with each vector, ascending, as in IndexReader.
  std::vector<std::vector<std::uint32_t>> formulas;

  std::uint32_t size() const { return static_cast<std::uint32_t>(scales.size()); }
  index::RoughVectors rough() const { return {width, scales, high}; }
  // Copies the data of the dot `from` to the dot `to`; both are below size.
  void move(std::uint32_t from, std::uint32_t to);
  void resize(std::uint32_t size);
};

// Takes at most `most` vectors, spread evenly over the segments. The index must have vectors of
// only one model.
base::Result<DotVectors> gather_dots(const index::IndexReader& index, std::uint32_t most);

using DotProgress = std::function<void(std::uint64_t done)>;

// The nearest dots of each by the cosine, the nearest first, ties by number. With few vectors all
// are compared; with many, only the neighbours' neighbours in a graph.
base::Result<NeighbourLists> nearest_dots(const DotVectors& dots, std::uint32_t each,
                                          const DotProgress& progress, const IsOver& is_over);

// Places along the two principal axes of the vectors, so that a layout begins with distant vectors
// far apart. Equal places are separated slightly.
std::vector<PlanePlace> principal_places(const DotVectors& dots, std::uint64_t seed);

}  // namespace noether::search
