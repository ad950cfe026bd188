// Reads all passages of a segment with their graph, and compares redundant data.
#pragma once

#include "noether/base/error.h"
#include "noether/index/passages/segment_passages.h"
#include "noether/index/segment_reader.h"
#include "noether/index/vectors/vector_set.h"

namespace noether::index {

// The first problem found.
base::Result<void> check_passages(const SegmentPassages& passages);
// Checks that they are in the fields of their documents, and that sentences do not overlap.
base::Result<void> check_places(const SegmentPassages& passages, const SegmentReader& segment,
                                VectorUnit unit);

}  // namespace noether::index
