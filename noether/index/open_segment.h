// A segment of a commit, with its deletions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/manifest.h"
#include "noether/index/passages/segment_passages.h"
#include "noether/index/section_file.h"
#include "noether/index/segment/segment_reader.h"
#include "noether/index/vectors/segment_vectors.h"

namespace noether::index {

// The deleted documents of a segment: a bitmap that belongs to a commit.
class Deletions {
 public:
  // No document is deleted, and no bitmap is needed.
  Deletions() = default;
  explicit Deletions(const std::vector<bool>& deleted);

  bool has(std::uint32_t document) const {
    return document / 64 < words_.size() && (words_[document / 64] >> document % 64 & 1) != 0;
  }
  void add(std::uint32_t document);
  std::uint32_t count() const { return count_; }
  bool empty() const { return count_ == 0; }

  base::Result<FileSeal> write(base::FileSystem& file_system, const std::string& path) const;
  // `documents` is the number of documents in the segment.
  static base::Result<Deletions> open(SectionFile file, std::uint32_t documents);

 private:
  std::vector<std::uint64_t> words_;
  std::uint32_t count_ = 0;
};

// The vectors of one set: of formulas, or of passages and sentences. Both pointers are null if the
// file cannot be opened.
struct OpenVectors {
  VectorSet set = {};
  std::shared_ptr<const SegmentVectors> vectors = nullptr;
  std::shared_ptr<const SegmentPassages> passages = nullptr;
  // The reason why they cannot be used: everything else works without them.
  std::optional<base::Error> damage = {};

  std::uint64_t bytes() const {
    if (vectors != nullptr) return vectors->bytes();
    return passages != nullptr ? passages->bytes() : 0;
  }
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
  // Null if the segment has no vectors of the set, or damaged ones.
  const SegmentVectors* vectors_of(const VectorSet& set) const;
  // The same for passages.
  const SegmentPassages* passages_of(const VectorSet& set) const;
  const base::Error* damage_of(const VectorSet& set) const;
};

// Returns an error if a file, other than vectors, is not the one that the manifest names.
base::Result<OpenSegment> open_segment(const std::string& folder, const SegmentRecord& record,
                                       const SpaceView& view);

base::Result<OpenVectors> open_vectors(const std::string& folder, const SegmentRecord& record,
                                       const VectorRecord& vectors);

}  // namespace noether::index
