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

// k1·(1 − b + b·length/average) by length.
class LengthNorms {
 public:
  LengthNorms(const Model& model, double average_length);

  float operator[](std::uint32_t length) const {
    return length < kTable ? table_[length] : norm_of(length);
  }

 private:
  static constexpr std::uint32_t kTable = 1024;

  // A slope of 24 bits times a length of 29 is exact in 53 bits.
  float norm_of(std::uint32_t length) const {
    return static_cast<float>(base_ + slope_ * std::min(length, (1U << 29) - 1));
  }

  double base_;
  double slope_;
  std::array<float, kTable> table_;
};

// How rare a term is that `with` of `units` have.
double rarity(Model::Rarity rarity, std::uint64_t units, std::uint64_t with);
// The most that the frequency of a term counts for, however large it is.
double largest_frequency(const Model& model);

class TermScore {
 public:
  TermScore() = default;
  // `factor` is what stands before f/(f + norm), or before the logarithm, in whole numbers.
  TermScore(Model::Frequency frequency, double factor, const LengthNorms* norms)
      : frequency_(frequency), factor_(static_cast<float>(factor)), norms_(norms) {}

  bool is_saturating() const {
    return frequency_ == Model::Frequency::bm25 || frequency_ == Model::Frequency::robertson;
  }
  float factor() const { return factor_; }
  const LengthNorms& norms() const { return *norms_; }

  // Never 0: a unit with a term is told from one without by its score.
  std::uint32_t operator()(std::uint32_t weight, std::uint32_t length) const {
    if (is_saturating()) return saturated(factor_, static_cast<float>(weight), (*norms_)[length]);
    if (frequency_ == Model::Frequency::present) return whole(factor_);
    return whole(factor_ * (1 + std::log(static_cast<float>(weight))));
  }
  static std::uint32_t saturated(float factor, float weight, float norm) {
    return whole(factor * weight / (weight + norm));
  }

  // No unit within the bound adds more. The rounding of three operations is below the slack.
  std::uint32_t at_most(index::PostingBound bound) const {
    const std::uint32_t most = (*this)(bound.max_weight, bound.min_length);
    return most + (most >> 20) + 2;
  }

 private:
  static std::uint32_t whole(float score) { return 1 + static_cast<std::uint32_t>(score); }

  Model::Frequency frequency_ = Model::Frequency::present;
  float factor_ = 0;
  const LengthNorms* norms_ = nullptr;
};

}  // namespace noether::search
