#include "noether/search/candidates/retrieval/remaining_bounds.h"

#include <algorithm>

namespace noether::search {

void RemainingBounds::add(const ScoredList& list, const BoundRow& row) {
  auto part = std::ranges::find(parts_, list.part, &Part::part);
  if (part == parts_.end()) {
    parts_.push_back({.part = list.part, .lengths = list.lengths});
    part = parts_.end() - 1;
  }
  for (std::size_t i = 0; i < row.size(); ++i) part->sums[i] += row[i];
  part->most = std::ranges::max(part->sums);
}

void RemainingBounds::remove(const ScoredList& list, const BoundRow& row) {
  const auto part = std::ranges::find(parts_, list.part, &Part::part);
  for (std::size_t i = 0; i < row.size(); ++i) part->sums[i] -= row[i];
  part->most = std::ranges::max(part->sums);
}

std::uint64_t RemainingBounds::most() const {
  std::uint64_t sum = 0;
  for (const Part& part : parts_) sum += part.most;
  return sum;
}

std::uint64_t RemainingBounds::most_with(const ScoredList& list, const BoundRow& row) const {
  std::uint64_t sum = 0;
  bool is_new = true;
  for (const Part& part : parts_) {
    if (part.part != list.part) {
      sum += part.most;
      continue;
    }
    is_new = false;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < row.size(); ++i) most = std::max(most, part.sums[i] + row[i]);
    sum += most;
  }
  return is_new ? sum + std::ranges::max(row) : sum;
}

}  // namespace noether::search
