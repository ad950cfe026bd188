#include "noether/search/retrieval/term_score.h"

namespace noether::search {

Saturation::Saturation(const Model& model, double average_length)
    : base_(model.k1 * (1 - model.b)) {
  if (average_length > 0) {
    const auto slope = static_cast<float>(model.k1 * model.b / average_length);
    slope_ = static_cast<double>(slope);
  }
  class_width_ = static_cast<std::uint32_t>(std::clamp(average_length / 6, 1.0, 1e6));
  // Nothing has the weight 0.
  std::fill_n(table_.begin(), kLengths, 0.F);
  for (std::uint32_t weight = 1; weight < kWeights; ++weight) {
    for (std::uint32_t length = 0; length < kLengths; ++length) {
      table_[weight * kLengths + length] = ratio_of(weight, length);
    }
  }
}

double rarity(Model::Rarity rarity, std::uint64_t units, std::uint64_t with) {
  const auto all = static_cast<double>(units);
  const auto some = static_cast<double>(with);
  switch (rarity) {
    case Model::Rarity::bm25:
      return std::log(1 + (all - some + 0.5) / (some + 0.5));
    case Model::Rarity::terrier:
      return std::log2(all / some + 1);
    case Model::Rarity::plain:
      return std::max(std::log(all / some), 1e-6);
    case Model::Rarity::smooth:
      return 1 + std::log((1 + all) / (1 + some));
    case Model::Rarity::none:
      return 1;
  }
  return 1;
}

double largest_frequency(const Model& model) {
  switch (model.frequency) {
    case Model::Frequency::bm25:
      return model.k1 + 1;
    case Model::Frequency::robertson:
      return model.k1;
    case Model::Frequency::logarithmic:
      return 1 + std::log(static_cast<double>(UINT32_MAX));
    case Model::Frequency::present:
      return 1;
  }
  return 1;
}

}  // namespace noether::search
