// Reads a whole index and reports damage: every checksum, and all that is stored twice.
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
  std::uint64_t vectors = 0;   // different ones, in each segment
  std::uint64_t passages = 0;  // those of deleted documents too
  std::uint64_t sentences = 0;
  std::uint64_t bytes = 0;
  std::uint64_t damages = 0;
};

using OnDamage = std::function<void(const base::Error&)>;

// Calls `damage` for each problem, with its file. Returns an error only if no manifest can be read,
// so that nothing else can be checked.
base::Result<IndexCheck> check_index(const std::string& folder, const OnDamage& damage,
                                     base::FileSystem& file_system = base::FileSystem::real());

// Each reads one part of a segment whole, and compares redundant data.

// Calls `damage` for each problem; after one, the rest of that part is skipped.
void check_segment(const SegmentReader& segment, const OnDamage& damage);
// All vectors with their graph. The first problem found.
base::Result<void> check_vectors(const SegmentVectors& vectors);
// All passages with their graph. The first problem found.
base::Result<void> check_passages(const SegmentPassages& passages);
// Checks that they are in the fields of their documents, and that sentences do not overlap.
base::Result<void> check_places(const SegmentPassages& passages, const SegmentReader& segment,
                                VectorUnit unit);

}  // namespace noether::index
