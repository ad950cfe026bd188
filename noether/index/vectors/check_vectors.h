// Reads all vectors of a segment with their graph, and compares redundant data.
#pragma once

#include "noether/base/error.h"
#include "noether/index/vectors/segment_vectors.h"

namespace noether::index {

// The first problem found.
base::Result<void> check_vectors(const SegmentVectors& vectors);

}  // namespace noether::index
