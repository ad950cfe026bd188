// Merges several segments into the segment that would result from building all at once, without
// deleted documents; and chooses the segments to merge.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/open_segment.h"
#include "noether/index/section_file.h"
#include "noether/index/segment/segment_reader.h"

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

// Chooses the segments to merge, so that there are few of them and each document is seldom
// rewritten.
struct SegmentSize {
  std::uint32_t documents = 0;
  std::uint32_t deleted = 0;
};

struct MergeRange {
  std::size_t first = 0;
  std::size_t last = 0;  // exclusive

  friend bool operator==(const MergeRange&, const MergeRange&) = default;
};

// Merges only neighbours, so that documents keep their order. Sizes count in powers of `factor`:
// the last segments up to some power are merged when there are `factor` of them. A segment of which
// more than half is deleted is rewritten by itself.
std::optional<MergeRange> merge_due(std::span<const SegmentSize> sizes, std::uint32_t factor);

}  // namespace noether::index
