#include "noether/index/writing/merge_policy.h"

#include <algorithm>

namespace noether::index {

std::optional<MergeRange> merge_due(std::span<const SegmentSize> sizes, std::uint32_t factor) {
  // Below this, writing a segment costs more than what is in it.
  constexpr std::uint64_t kSmallest = 1000;
  factor = std::max(factor, 2U);
  std::uint64_t level = kSmallest;
  for (std::size_t first = sizes.size(); first > 0; level *= factor) {
    while (first > 0 && sizes[first - 1].documents - sizes[first - 1].deleted < level) --first;
    if (sizes.size() - first >= factor) return MergeRange{first, sizes.size()};
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i].deleted > sizes[i].documents / 2) return MergeRange{i, i + 1};
  }
  return std::nullopt;
}

}  // namespace noether::index
