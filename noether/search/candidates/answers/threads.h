// Groups documents: a question, its answers, and the questions of which it is a duplicate.
// A document without a parent begins a thread; a document with a parent belongs to the thread of
// the parent or, if the parent is not in the index, to the thread of those with the same parent.
// The table is read once from the heads of all documents and keeps some bytes for each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"

namespace noether::search {

class Threads {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  static base::Result<Threads> read(const index::IndexReader& index);

  std::uint32_t count() const { return static_cast<std::uint32_t>(links_.size()); }
  // kNone for a document that is deleted.
  std::uint32_t thread_of(std::uint32_t document) const { return thread_of_[document]; }
  // Whether the document begins its thread.
  bool is_first(std::uint32_t document) const { return is_first_[document]; }
  // Documents of a kind, ascending; all of them when the kind is empty.
  std::vector<std::uint32_t> documents_of(std::string_view kind) const;

  // The number of other questions that this one links to or is linked from, in the index or not.
  std::uint32_t links(std::uint32_t thread) const { return links_[thread]; }
  // The threads of the index that are said to ask the same, either way.
  std::span<const std::uint32_t> duplicates(std::uint32_t thread) const {
    return std::span(duplicates_)
        .subspan(first_duplicate_[thread], first_duplicate_[thread + 1] - first_duplicate_[thread]);
  }

 private:
  std::vector<std::uint32_t> thread_of_;  // by document
  std::vector<bool> is_first_;
  std::vector<std::uint16_t> kind_of_;
  std::vector<std::string> kinds_;
  std::vector<std::uint32_t> links_;  // by thread
  std::vector<std::uint32_t> first_duplicate_;
  std::vector<std::uint32_t> duplicates_;
};

}  // namespace noether::search
