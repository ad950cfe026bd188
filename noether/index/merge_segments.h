// Several segments as one: what building it at once would have given, without deleted documents.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "noether/base/file_system.h"
#include "noether/index/deletions.h"
#include "noether/index/section_file.h"
#include "noether/index/segment_reader.h"

namespace noether::index {

struct MergeSource {
  const SegmentReader* segment;
  const Deletions* deleted;
};

// All sources have the same schema. Formulas that stand nowhere any more are dropped with the
// documents they were in.
base::Result<std::array<FileSeal, 3>> merge_segments(std::span<const MergeSource> sources,
                                                     const std::string& folder,
                                                     base::FileSystem& file_system);

}  // namespace noether::index
