// Reads a whole index and reports damage: verifies every checksum, and compares redundant data.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/index/passages/segment_passages.h"
#include "noether/index/segment/segment_reader.h"
#include "noether/index/vectors/segment_vectors.h"
#include "noether/index/vectors/vector_set.h"

namespace noether::index {

struct IndexCheck {
  std::uint64_t generation = 0;
  std::uint64_t segments = 0;
  std::uint64_t documents = 0;
  std::uint64_t formulas = 0;
  std::uint64_t vectors = 0;   // distinct vectors of each segment
  std::uint64_t passages = 0;  // including those of deleted documents
  std::uint64_t sentences = 0;
  std::uint64_t bytes = 0;
  std::uint64_t damages = 0;
};

using OnDamage = std::function<void(const base::Error&)>;

// Calls `damage` for each problem, with its file. Returns an error only if no manifest can be read,
// so that nothing else can be checked.
base::Result<IndexCheck> check_index(const std::string& folder, const OnDamage& damage,
                                     base::FileSystem& file_system = base::FileSystem::real());

// Each of these functions reads one whole part of a segment and compares redundant data.

// Calls `damage` for each problem; after one, the rest of that part is skipped.
void check_segment(const SegmentReader& segment, const OnDamage& damage);
// Checks all vectors and their graph. Returns the first problem.
base::Result<void> check_vectors(const SegmentVectors& vectors);
// Checks all passages and their graph. Returns the first problem.
base::Result<void> check_passages(const SegmentPassages& passages);
// Checks that passages lie in the fields of their documents, and that sentences do not overlap.
base::Result<void> check_places(const SegmentPassages& passages, const SegmentReader& segment,
                                VectorUnit unit);

}  // namespace noether::index
