// The places of the rows with a certain key in a file: the comments of a post, the row of a
// question.
// It takes 16 bytes for each row, in one sorted array; the rows of one key are in the order of the
// file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace noether::collection {

struct RowPlace {
  std::uint32_t key = 0;
  std::uint32_t bytes = 0;
  std::uint64_t offset = 0;
};

class RowIndex {
 public:
  void add(std::uint32_t key, std::uint64_t offset, std::uint32_t bytes) {
    places_.push_back({key, bytes, offset});
  }
  void freeze() {
    const auto order = [](const RowPlace& a, const RowPlace& b) {
      return a.key != b.key ? a.key < b.key : a.offset < b.offset;
    };
    if (!std::ranges::is_sorted(places_, order)) std::ranges::sort(places_, order);
    places_.shrink_to_fit();
  }
  std::span<const RowPlace> find(std::uint32_t key) const {
    return std::ranges::equal_range(places_, key, {}, &RowPlace::key);
  }
  std::size_t size() const { return places_.size(); }

 private:
  std::vector<RowPlace> places_;
};

}  // namespace noether::collection
