// The units of a segment that may be results: those that pass the terms of a filter and are not
// deleted.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "noether/index/index_reader.h"
#include "noether/search/retrieval/query.h"

namespace noether::search {

class AllowedUnits {
 public:
  static base::Result<AllowedUnits> make(const index::OpenSegment& segment, index::Unit unit,
                                         const Filter& filter);

  // All units are allowed, so callers can skip the test.
  bool all() const { return words_.empty() && deleted_ == nullptr; }
  bool has(std::uint32_t unit) const {
    if (deleted_ != nullptr && deleted_->has(unit)) return false;
    return words_.empty() || (words_[unit / 64] >> unit % 64 & 1) != 0;
  }
  // Whether there is a list of allowed units; and the number of its units from `begin`, a multiple
  // of 64, to `end`. Deleted units may be among them.
  bool is_listed() const { return !words_.empty(); }
  std::uint32_t count(std::uint32_t begin, std::uint32_t end) const {
    int sum = 0;
    for (std::size_t i = begin / 64; i < words_.size() && i * 64 < end; ++i) {
      sum += std::popcount(words_[i]);
    }
    return static_cast<std::uint32_t>(sum);
  }
  // Calls `visit` with each unit of the list, ascending. Deleted units may be among them.
  template <typename Visit>
  void for_each_listed(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(static_cast<std::uint32_t>(i * 64) +
              static_cast<std::uint32_t>(std::countr_zero(word)));
      }
    }
  }

 private:
  using Words = std::vector<std::uint64_t>;
  const index::Deletions* deleted_ = nullptr;  // if there are any
  Words words_;                                // empty if the filter has no terms
};

}  // namespace noether::search
