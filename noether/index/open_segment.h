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

// The vectors of one set.
struct OpenVectors {
  VectorSet set = {};
  std::shared_ptr<const SegmentVectors> vectors = nullptr;  // none when they cannot be opened
  // Why they cannot: everything else goes on without.
  std::optional<base::Error> damage = {};
};

struct OpenSegment {
  std::uint32_t number = 0;  // names its folder
  std::shared_ptr<const SegmentReader> reader;
  Deletions deleted;
  std::vector<OpenVectors> vectors;  // one for each set that the segment has
  std::vector<OriginRun> origins;    // as in the manifest
  std::uint32_t first_document = 0;
  std::uint32_t first_formula = 0;

  std::uint32_t first_unit(Unit unit) const {
    return unit == Unit::Document ? first_document : first_formula;
  }
  // None when the segment has no vectors of the set, or damaged ones.
  const SegmentVectors* vectors_of(const VectorSet& set) const;
  const base::Error* damage_of(const VectorSet& set) const;
};

// An error when a file is not the one that the manifest means, but for the vectors.
base::Result<OpenSegment> open_segment(const std::string& folder, const SegmentRecord& record,
                                       const SpaceView& view);

base::Result<std::shared_ptr<const SegmentVectors>> open_vectors(const std::string& folder,
                                                                 const SegmentRecord& record,
                                                                 const VectorRecord& vectors);

}  // namespace noether::index
