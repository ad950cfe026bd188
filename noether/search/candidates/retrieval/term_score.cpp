#include "noether/search/candidates/retrieval/term_score.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace noether::search {
namespace {

const double kLargestLogarithm = 1 + std::log(static_cast<double>(UINT32_MAX));

}  // namespace

FrequencyTable::FrequencyTable(const Model& model, double average_length)
    : frequency_(model.frequency), base_(model.k1 * (1 - model.b)) {
  if (average_length > 0) {
    const auto slope = static_cast<float>(model.k1 * model.b / average_length);
    slope_ = static_cast<double>(slope);
  }
  // Few units have four times the average length, and the table must be cheap to make.
  const auto most = static_cast<std::uint32_t>(std::clamp(4 * average_length, 256.0, 4096.0));
  shift_ = static_cast<std::uint32_t>(std::bit_width(most - 1));
  table_.resize(std::size_t{kWeights} << shift_);
  for (std::uint32_t weight = 1; weight <= kWeights; ++weight) {
    std::uint16_t* row = &table_[std::size_t{weight - 1} << shift_];
    if (is_saturated()) {
      for (std::uint32_t length = 0; length < lengths(); ++length) {
        row[length] = saturated(weight, length);
      }
    } else {
      std::fill_n(row, lengths(), compute(weight, 0));
    }
  }
}

// The table is made for every query, so this must be what a compiler can do for several lengths at
// once. And it must round in the same way wherever it is inlined: the products are exact, a slope
// of 24 bits times a length of 29 in 53 bits, and a multiple of a power of two; so it does not
// matter whether they are fused with the sums.
inline std::uint16_t FrequencyTable::saturated(std::uint32_t weight, std::uint32_t length) const {
  const double norm = base_ + slope_ * std::min(length, (1U << 29) - 1);
  const auto frequency = static_cast<float>(weight);
  const float part = frequency / (frequency + static_cast<float>(norm));
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): it is positive; std::lround is not vectorised
  const auto rounded = static_cast<std::uint32_t>(part * static_cast<float>(kOne) + 0.5F);
  return static_cast<std::uint16_t>(std::max(rounded, 1U));
}

std::uint16_t FrequencyTable::compute(std::uint32_t weight, std::uint32_t length) const {
  if (is_saturated()) return saturated(weight, length);
  if (frequency_ == Model::Frequency::Present) return kOne;
  const double part = (1 + std::log(static_cast<double>(weight))) / kLargestLogarithm;
  return static_cast<std::uint16_t>(std::clamp(part * kOne + 0.5, 1.0, static_cast<double>(kOne)));
}

FrequencyBounds::FrequencyBounds(const FrequencyTable& frequencies,
                                 const index::LengthClasses& classes) {
  for (std::uint32_t i = 0; i < index::LengthClasses::kCount; ++i) {
    table_[i][0] = 0;
    for (std::uint32_t code = 1; code < index::PostingBounds::kWeightCodes; ++code) {
      // Rounding may put neighbours into the wrong order, by 1.
      const std::uint32_t most =
          frequencies(index::PostingBounds::weight_of(code), classes.begin(i)) + 1;
      table_[i][code] = static_cast<std::uint16_t>(most);
    }
  }
}

double rarity(Model::Rarity rarity, std::uint64_t units, std::uint64_t with) {
  const auto all = static_cast<double>(units);
  const auto some = static_cast<double>(with);
  switch (rarity) {
    case Model::Rarity::Bm25:
      return std::log(1 + (all - some + 0.5) / (some + 0.5));
    case Model::Rarity::Terrier:
      return std::log2(all / some + 1);
    case Model::Rarity::Plain:
      return std::max(std::log(all / some), 1e-6);
    case Model::Rarity::Smooth:
      return 1 + std::log((1 + all) / (1 + some));
    case Model::Rarity::None:
      return 1;
  }
  return 1;
}

double largest_frequency(const Model& model) {
  switch (model.frequency) {
    case Model::Frequency::Bm25:
      return model.k1 + 1;
    case Model::Frequency::Robertson:
      return model.k1;
    case Model::Frequency::Logarithmic:
      return kLargestLogarithm;
    case Model::Frequency::Present:
      return 1;
  }
  return 1;
}

}  // namespace noether::search
