// The score that one term adds, as an integer.
// It is the product of two integers: the weight of the term in the query and the weight of its
// frequency in the unit. Sums of integers do not depend on the order of addition, so every method
// and every division into segments gives exactly the same score.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "noether/index/posting_list.h"
#include "noether/search/candidates/retrieval/query.h"

namespace noether::search {

// The weight of a frequency in a unit of some length, from 1 to kOne: the part of the model that
// all terms of a space share. A table holds it for small numbers, which nearly all are.
class FrequencyTable {
 public:
  static constexpr std::uint32_t kOne = 1U << 13;
  static constexpr std::uint32_t kWeights = 8;
  FrequencyTable(const Model& model, double average_length);

  // `weight` is not 0.
  std::uint32_t operator()(std::uint32_t weight, std::uint32_t length) const {
    return weight <= kWeights && length < lengths() ? table_[(weight - 1) << shift_ | length]
                                                    : compute(weight, length);
  }
  // For each weight from 1 to kWeights the lengths below lengths(), which is 1 << shift().
  const std::uint16_t* data() const { return table_.data(); }
  std::uint32_t shift() const { return shift_; }
  std::uint32_t lengths() const { return 1U << shift_; }

 private:
  std::uint16_t compute(std::uint32_t weight, std::uint32_t length) const;
  bool is_saturated() const {
    return frequency_ == Model::Frequency::Bm25 || frequency_ == Model::Frequency::Robertson;
  }
  std::uint16_t saturated(std::uint32_t weight, std::uint32_t length) const;

  Model::Frequency frequency_;
  double base_;       // k1·(1 − b)
  double slope_ = 0;  // k1·b / average
  std::uint32_t shift_;
  std::vector<std::uint16_t> table_;
};

// The maximum weight of a frequency, by the bounds stored with blocks of postings.
class FrequencyBounds {
 public:
  FrequencyBounds(const FrequencyTable& frequencies, const index::LengthClasses& classes);
  std::uint32_t operator()(std::uint32_t length_class, std::uint32_t weight_code) const {
    return table_[length_class][weight_code];
  }

 private:
  using Row = std::array<std::uint16_t, index::PostingBounds::kWeightCodes>;
  std::array<Row, index::LengthClasses::kCount> table_;
};

// The rarity of a term that `with` of `units` contain.
double rarity(Model::Rarity rarity, std::uint64_t units, std::uint64_t with);
// The most that the frequency of a term counts for, however large it is.
double largest_frequency(const Model& model);

class TermScore {
 public:
  TermScore() = default;
  TermScore(std::uint32_t factor, const FrequencyTable* frequencies)
      : factor_(factor), frequencies_(frequencies) {}

  std::uint32_t factor() const { return factor_; }
  const FrequencyTable& frequencies() const { return *frequencies_; }

  // Never 0, so that a unit with a term has a positive score.
  std::uint32_t operator()(std::uint32_t weight, std::uint32_t length) const {
    return factor_ * (*frequencies_)(weight, length);
  }

 private:
  std::uint32_t factor_ = 0;
  const FrequencyTable* frequencies_ = nullptr;
};

}  // namespace noether::search
