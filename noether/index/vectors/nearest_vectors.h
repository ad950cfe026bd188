// The vectors of a segment that are nearest to one.
//
// Without a graph, or when asked for, all are compared. With one, the search begins at the best of
// a sample that is spread over the segment, and goes from neighbour to neighbour as long as that
// leads nearer: the lowest level of an HNSW, with a sample in the place of its upper levels, which
// finds its way also where clusters hardly touch. The graph is walked where it lies in the file:
// nothing is loaded, and only what is touched is read and checked.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/vectors/segment_vectors.h"

namespace noether::index {

struct NearVector {
  float cosine = 0;
  std::uint32_t number = 0;

  friend bool operator==(const NearVector&, const NearVector&) = default;
};

struct NearestOptions {
  std::uint32_t count = 10;
  bool exact = false;
  // How many of the nearest are followed: more find more, and take longer.
  std::uint32_t beam = 160;
};

// The nearest first; of equal ones the lower number. The vector has the width of the model.
base::Result<std::vector<NearVector>> nearest_vectors(const SegmentVectors& vectors,
                                                      const VectorCode& query,
                                                      const NearestOptions& options);

}  // namespace noether::index
