// The vectors of several segments as those of the one they were merged into.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "noether/base/file_system.h"
#include "noether/index/vectors/segment_vectors.h"
#include "noether/index/writing/merge_segments.h"

namespace noether::index {

struct VectorsToMerge {
  const SegmentVectors* vectors;  // may be null
  const FormulaNumbers* numbers;
};

struct MergedVectors {
  FileSeal file = {};
  std::uint32_t reading = 0;  // of the model that stays
};

// Merges one set. Empty if no source has vectors. If sources have vectors of several models, the
// model of most formulas is kept, and formulas without a vector of it become untried.
base::Result<std::optional<MergedVectors>> merge_vectors(std::span<const VectorsToMerge> sources,
                                                         std::uint32_t formulas,
                                                         base::FileSystem& file_system,
                                                         const std::string& path);

}  // namespace noether::index
