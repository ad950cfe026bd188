#include "noether/search/retrieval/remaining_bounds.h"

#include <algorithm>

namespace noether::search {

BoundRow bound_row(const ScoredList& list, std::uint32_t bound, std::uint32_t max_weight) {
  BoundRow row;
  row.fill(bound);
  if (!list.score.is_saturating()) return row;
  for (std::uint32_t i = 0; i < row.size(); ++i) {
    row[i] =
        std::min(bound, list.score.at_most({max_weight, list.score.saturation().class_begin(i)}));
  }
  return row;
}

void RemainingBounds::add(const ScoredList& list, const BoundRow& row) {
  auto part = std::ranges::find(parts_, list.part, &Part::part);
  if (part == parts_.end()) {
    parts_.push_back({list.part, &list.score.saturation(), list.lengths, {}});
    part = parts_.end() - 1;
  }
  for (std::size_t i = 0; i < row.size(); ++i) part->sums[i] += row[i];
}

void RemainingBounds::remove(const ScoredList& list, const BoundRow& row) {
  const auto part = std::ranges::find(parts_, list.part, &Part::part);
  for (std::size_t i = 0; i < row.size(); ++i) part->sums[i] -= row[i];
}

}  // namespace noether::search
