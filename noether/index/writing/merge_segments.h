// Merges several segments into the segment that building it at once would have given, without
// deleted documents.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/open_segment.h"
#include "noether/index/section_file.h"
#include "noether/index/segment_reader.h"

namespace noether::index {

struct MergeSource {
  const SegmentReader* segment;
  const Deletions* deleted;
};

// Maps the numbers of formulas in a source to those in the merged segment.
using FormulaNumbers = std::vector<std::uint32_t>;
inline constexpr std::uint32_t kDropped = UINT32_MAX;

struct MergedSegment {
  std::array<FileSeal, 3> files;
  std::vector<FormulaNumbers> formulas;  // of each source
};

// All sources have the same schema. Formulas that no longer occur in any document are dropped.
base::Result<MergedSegment> merge_segments(std::span<const MergeSource> sources,
                                           const std::string& folder,
                                           base::FileSystem& file_system);

}  // namespace noether::index
