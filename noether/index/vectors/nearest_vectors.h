// The vectors of a segment that are nearest to a given one.
// Without a graph, or on request, all are compared. With a graph, the search begins at the best of
// a sample spread over the segment, and follows links as long as they lead nearer: the lowest level
// of an HNSW, with a sample in place of its upper levels, which also works where clusters hardly
// touch. The graph is read from the mapped file: nothing is loaded, and only the parts that are
// used are read and verified.
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
  // The number of nearest vectors that are followed: a larger number finds more and takes longer.
  std::uint32_t beam = 160;
};

// The nearest come first; ties are ordered by number. The vector has the width of the model.
base::Result<std::vector<NearVector>> nearest_vectors(const SegmentVectors& vectors,
                                                      const VectorCode& query,
                                                      const NearestOptions& options);

}  // namespace noether::index
