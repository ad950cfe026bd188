#include "noether/index/features/feature_counter.h"

namespace noether::index {

FeatureCounter::FeatureCounter() : slots_(1024, kFree), mask_(slots_.size() - 1) {}

void FeatureCounter::clear() {
  for (const std::uint32_t slot : used_) slots_[slot] = kFree;
  used_.clear();
  counts_.clear();
}

void FeatureCounter::grow() {
  slots_.assign(slots_.size() * 4, kFree);
  mask_ = slots_.size() - 1;
  used_.clear();
  for (std::uint32_t at = 0; at < counts_.size(); ++at) {
    std::size_t slot = counts_[at].key & mask_;
    while (slots_[slot] != kFree) slot = (slot + 1) & mask_;
    slots_[slot] = at;
    used_.push_back(static_cast<std::uint32_t>(slot));
  }
}

}  // namespace noether::index
