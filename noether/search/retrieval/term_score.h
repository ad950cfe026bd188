// What one term adds to a score, as a whole number.
//
// Every method adds the same whole numbers, so the order of adding does not matter. That asks for
// arithmetic that gives the same bits wherever the compiler puts it: no product that might be fused
// with a sum, except where the product is exact.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "noether/index/posting_list.h"
#include "noether/search/retrieval/query.h"

namespace noether::search {

// f / (f + k1·(1 − b + b·length/average)) by weight f and length: from a table for the small ones,
// which nearly all are.
class Saturation {
 public:
  static constexpr std::uint32_t kWeights = 8;
  static constexpr std::uint32_t kLengths = 1024;

  Saturation(const Model& model, double average_length);

  float operator()(std::uint32_t weight, std::uint32_t length) const {
    return weight < kWeights && length < kLengths ? table_[weight * kLengths + length]
                                                  : ratio_of(weight, length);
  }
  const float* table() const { return table_.data(); }

  // Lengths in classes, to bound what a unit of known length can get.
  static constexpr std::uint32_t kClasses = 32;
  std::uint32_t length_class(std::uint32_t length) const {
    return std::min(length / class_width_, kClasses - 1);
  }
  std::uint32_t class_begin(std::uint32_t length_class) const {
    return length_class * class_width_;
  }

 private:
  // A slope of 24 bits times a length of 29 is exact in 53 bits.
  float ratio_of(std::uint32_t weight, std::uint32_t length) const {
    const auto norm = static_cast<float>(base_ + slope_ * std::min(length, (1U << 29) - 1));
    return static_cast<float>(weight) / (static_cast<float>(weight) + norm);
  }

  double base_;
  double slope_ = 0;
  std::uint32_t class_width_ = 1;
  std::array<float, std::size_t{kWeights} * kLengths> table_;
};

// How rare a term is that `with` of `units` have.
double rarity(Model::Rarity rarity, std::uint64_t units, std::uint64_t with);
// The most that the frequency of a term counts for, however large it is.
double largest_frequency(const Model& model);

class TermScore {
 public:
  TermScore() = default;
  // `factor` is what stands before the saturated or logarithmic frequency, in whole numbers.
  TermScore(Model::Frequency frequency, double factor, const Saturation* saturation)
      : frequency_(frequency), factor_(static_cast<float>(factor)), saturation_(saturation) {}

  bool is_saturating() const {
    return frequency_ == Model::Frequency::bm25 || frequency_ == Model::Frequency::robertson;
  }
  float factor() const { return factor_; }
  const Saturation& saturation() const { return *saturation_; }

  // Never 0: a unit with a term is told from one without by its score.
  std::uint32_t operator()(std::uint32_t weight, std::uint32_t length) const {
    if (is_saturating()) return whole(factor_ * (*saturation_)(weight, length));
    if (frequency_ == Model::Frequency::present) return whole(factor_);
    return whole(factor_ * (1 + std::log(static_cast<float>(weight))));
  }
  static std::uint32_t whole(float score) { return 1 + static_cast<std::uint32_t>(score); }

  // No unit within the bound adds more. The rounding of three operations is below the slack.
  std::uint32_t at_most(index::PostingBound bound) const {
    const std::uint32_t most = (*this)(bound.max_weight, bound.min_length);
    return most + (most >> 20) + 2;
  }

 private:
  Model::Frequency frequency_ = Model::Frequency::present;
  float factor_ = 0;
  const Saturation* saturation_ = nullptr;
};

}  // namespace noether::search
