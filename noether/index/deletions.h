// The deleted documents of a segment: a bitmap that belongs to a commit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/section_file.h"

namespace noether::index {

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
  // `documents` is how many the segment has.
  static base::Result<Deletions> open(SectionFile file, std::uint32_t documents);

 private:
  std::vector<std::uint64_t> words_;
  std::uint32_t count_ = 0;
};

}  // namespace noether::index
