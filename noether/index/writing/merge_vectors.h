// Merges the vectors of formulas, and the passages with their vectors, of several segments into
// those of the merged segment.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "noether/base/file_system.h"
#include "noether/index/open_segment.h"
#include "noether/index/passages/segment_passages.h"
#include "noether/index/vectors/segment_vectors.h"
#include "noether/index/writing/merge_segments.h"

namespace noether::index {

struct VectorsToMerge {
  const SegmentVectors* vectors;  // may be null
  const FormulaNumbers* numbers;
};

struct MergedVectors {
  FileSeal file = {};
  std::uint32_t reading = 0;  // of the model that is kept
};

// Merges one set. Empty if no source has vectors. If sources have vectors of several models, the
// model of most formulas is kept, and formulas without a vector of it become untried.
base::Result<std::optional<MergedVectors>> merge_vectors(std::span<const VectorsToMerge> sources,
                                                         std::uint32_t formulas,
                                                         base::FileSystem& file_system,
                                                         const std::string& path);

struct PassagesToMerge {
  const SegmentPassages* passages;  // may be null
  std::uint32_t documents;          // of the segment
  const Deletions* deleted;
};

struct MergedPassages {
  FileSeal file = {};
  std::uint32_t reading = 0;  // of the model that is kept
};

// Merges one set. Empty if no source has passages. If sources have passages of several models, the
// model of most documents is kept, and documents of the others become untried. The result has a
// graph unless a source is large enough for one and lacks it: that source is incomplete, and the
// graph is made when it is complete.
base::Result<std::optional<MergedPassages>> merge_passages(std::span<const PassagesToMerge> sources,
                                                           base::FileSystem& file_system,
                                                           const std::string& path);

}  // namespace noether::index
