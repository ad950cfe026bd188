// The passages of several segments as those of the one they were merged into.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "noether/base/file_system.h"
#include "noether/index/open_segment.h"
#include "noether/index/passages/segment_passages.h"

namespace noether::index {

struct PassagesToMerge {
  const SegmentPassages* passages;  // may be null
  std::uint32_t documents;          // of the segment
  const Deletions* deleted;
};

struct MergedPassages {
  FileSeal file = {};
  std::uint32_t reading = 0;  // of the model that stays
};

// Merges one set. Empty if no source has passages. If sources have passages of several models, the
// model of most documents is kept, and documents of the others become untried. There is a graph
// unless a source is large enough for one and has none; it is then made when the source is
// complete.
base::Result<std::optional<MergedPassages>> merge_passages(std::span<const PassagesToMerge> sources,
                                                           base::FileSystem& file_system,
                                                           const std::string& path);

}  // namespace noether::index
