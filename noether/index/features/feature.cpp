#include "noether/index/features/feature.h"

namespace noether::index {

FeatureCounter::FeatureCounter() : slots_(1024), mask_(slots_.size() - 1) {}

void FeatureCounter::grow() {
  slots_.assign(slots_.size() * 4, {});
  mask_ = slots_.size() - 1;
  for (std::uint32_t place = 0; place < counts_.size(); ++place) {
    std::size_t at = counts_[place].key & mask_;
    while (slots_[at].round == round_) at = (at + 1) & mask_;
    slots_[at] = {round_, place};
  }
}

void FeatureCounter::forget_rounds() {
  slots_.assign(slots_.size(), {});
  round_ = 1;
}

}  // namespace noether::index
