// A segment of a commit, with what is deleted of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/index/deletions.h"
#include "noether/index/manifest.h"
#include "noether/index/segment_reader.h"
#include "noether/index/vectors/segment_vectors.h"

namespace noether::index {

struct OpenSegment {
  std::uint32_t number = 0;  // names its folder
  std::shared_ptr<const SegmentReader> reader;
  Deletions deleted;
  std::shared_ptr<const SegmentVectors> vectors;  // none: the segment has no vectors
  // Why they cannot be opened, when there should be some: everything else goes on without.
  std::optional<base::Error> damaged_vectors;
  std::vector<OriginRun> origins;  // as in the manifest
  std::uint32_t first_document = 0;
  std::uint32_t first_formula = 0;

  std::uint32_t first_unit(Unit unit) const {
    return unit == Unit::Document ? first_document : first_formula;
  }
};

// An error when a file is not the one that the manifest means, but for the vectors.
base::Result<OpenSegment> open_segment(const std::string& folder, const SegmentRecord& record,
                                       const Schema& schema);

base::Result<std::shared_ptr<const SegmentVectors>> open_vectors(const std::string& folder,
                                                                 const SegmentRecord& record);

}  // namespace noether::index
