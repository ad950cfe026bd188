// Chooses the segments to merge, so that there are few of them and each document is seldom
// rewritten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace noether::index {

struct SegmentSize {
  std::uint32_t documents = 0;
  std::uint32_t deleted = 0;
};

struct MergeRange {
  std::size_t first = 0;
  std::size_t last = 0;  // one behind

  friend bool operator==(const MergeRange&, const MergeRange&) = default;
};

// Merges only neighbours, so that documents keep their order. Sizes count in powers of `factor`:
// the last segments up to some power are merged when there are `factor` of them. A segment of which
// more than half is deleted is rewritten by itself.
std::optional<MergeRange> merge_due(std::span<const SegmentSize> sizes, std::uint32_t factor);

}  // namespace noether::index
