#include "noether/search/retrieval/term_score.h"

#include <bit>
#include <cmath>

namespace noether::search {
namespace {

const double kLargestLogarithm = 1 + std::log(static_cast<double>(UINT32_MAX));

}  // namespace

FrequencyTable::FrequencyTable(const Model& model, double average_length)
    : frequency_(model.frequency),
      base_(model.k1 * (1 - model.b)),
      slope_(average_length > 0 ? model.k1 * model.b / average_length : 0) {
  // The last class begins at three to six times the average.
  const auto width = static_cast<std::uint32_t>(std::clamp(average_length / 5, 1.0, 1e6));
  class_shift_ = static_cast<std::uint32_t>(std::bit_width(width)) - 1;
  for (std::uint32_t i = 0; i < table_.size(); ++i) {
    table_[i] = compute(i / kLengths + 1, i % kLengths);
  }
}

// The one place where this is computed, so that it rounds in the same way everywhere.
std::uint16_t FrequencyTable::compute(std::uint32_t weight, std::uint32_t length) const {
  double part = 1;
  switch (frequency_) {
    case Model::Frequency::bm25:
    case Model::Frequency::robertson:
      part = weight / (weight + (base_ + slope_ * length));
      break;
    case Model::Frequency::logarithmic:
      part = (1 + std::log(static_cast<double>(weight))) / kLargestLogarithm;
      break;
    case Model::Frequency::present:
      break;
  }
  return static_cast<std::uint16_t>(std::clamp(part * kOne + 0.5, 1.0, static_cast<double>(kOne)));
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
      return kLargestLogarithm;
    case Model::Frequency::present:
      return 1;
  }
  return 1;
}

}  // namespace noether::search
