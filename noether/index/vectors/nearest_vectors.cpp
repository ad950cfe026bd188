#include "noether/index/vectors/nearest_vectors.h"

#include "noether/index/vectors/graph_walk.h"

namespace noether::index {

base::Result<std::vector<NearVector>> nearest_vectors(const SegmentVectors& vectors,
                                                      const VectorCode& query,
                                                      const NearestOptions& options) {
  return nearest_in(vectors, query, options);
}

}  // namespace noether::index
