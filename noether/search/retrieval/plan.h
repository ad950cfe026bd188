// A prepared query: its terms looked up in the dictionaries, with the score that each adds and the
// maximum that its list can add.
//
// The score that one term adds is an integer, the product of two: the weight of the term in the
// query and the weight of its frequency in the unit. Sums of integers do not depend on the order of
// addition, so every method and every division into segments gives exactly the same score.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/index/index_reader.h"
#include "noether/index/segment/posting_list.h"
#include "noether/search/retrieval/query.h"
#include "noether/search/retrieval/searched_index.h"

namespace noether::search {

// The weight of a frequency in a unit of some length, from 1 to kOne: the part of the model that
// all terms of a space share. A table contains it for small numbers, which nearly all are.
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
  // The lengths below lengths(), which is 1 << shift(), for each weight from 1 to kWeights.
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

// The rarity of a term that `with` of `units` units contain.
double rarity(Model::Rarity rarity, std::uint64_t units, std::uint64_t with);
// The maximum factor for the frequency of a term, however large the frequency is.
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

struct PlannedTerm {
  std::size_t part = 0;  // of the query
  std::uint32_t space = 0;
  std::uint64_t key = 0;
  std::uint64_t units = 0;  // of the whole collection
  TermScore score;
};

// The maximum that a list can add to a unit, by the class of its length.
using BoundRow = std::array<std::uint32_t, index::LengthClasses::kCount>;

// The list of a term in one segment.
struct ScoredList {
  index::PostingCursor cursor;
  index::LengthColumn lengths;
  TermScore score;
  const FrequencyBounds* frequency_bounds = nullptr;
  std::size_t term = 0;
  std::size_t part = 0;  // of the query: lists of the same part share their lengths

  BoundRow at_most_by_length(index::PostingBounds bounds) const {
    BoundRow row;
    for (std::uint32_t i = 0; i < row.size(); ++i) {
      row[i] = score.factor() * (*frequency_bounds)(i, bounds.code(i));
    }
    return row;
  }
  std::uint32_t at_most(index::PostingBounds bounds) const {
    return std::ranges::max(at_most_by_length(bounds));
  }
};

class Plan {
 public:
  // Returns an error if the spaces do not fit together or a number is not valid for scoring.
  static base::Result<Plan> make(const SearchedIndex& in, std::span<const SpaceQuery> query,
                                 const Filter& filter);

  index::Unit unit() const { return unit_; }
  // The terms that are in the index, in the order of the query.
  std::span<const PlannedTerm> terms() const { return terms_; }
  double score_of(std::uint32_t sum) const { return sum * unit_of_score_; }

  // The lists of the terms that the segment has.
  base::Result<std::vector<ScoredList>> open(std::size_t segment) const;
  // Call this after the lists were walked.
  base::Result<void> check(std::size_t segment, std::span<const ScoredList> lists) const;

 private:
  explicit Plan(const SearchedIndex& in) : index_(in.index), statistics_(in.statistics) {}
  base::Result<void> choose_unit(std::span<const SpaceQuery> query, const Filter& filter);
  base::Result<void> look_up(std::size_t part, const SpaceQuery& query,
                             std::vector<double>& factors);

  const index::IndexReader* index_;
  const index::CollectionStatistics* statistics_;
  index::Unit unit_ = index::Unit::Document;
  std::vector<FrequencyTable> frequencies_;  // for each space of the query
  std::vector<PlannedTerm> terms_;
  std::vector<std::vector<FrequencyBounds>> bounds_;  // by segment, then by space of the query
  std::vector<std::vector<index::DictionaryEntry>> entries_;  // by segment, then by term
  double unit_of_score_ = 1;
};

// The maximum that the remaining lists can still add to a unit, by the length of the unit.
// A unit is seldom both as short and as full of every term as the best unit for each term. If its
// length is known, its score can be bounded much better.
//
// The sum over lists, separately for each part of the query, which has its own lengths.
class RemainingBounds {
 public:
  void clear() { parts_.clear(); }
  void add(const ScoredList& list, const BoundRow& row);
  void remove(const ScoredList& list, const BoundRow& row);

  // For any unit.
  std::uint64_t most() const;
  // `most`, if this list were added too.
  std::uint64_t most_with(const ScoredList& list, const BoundRow& row) const;
  std::uint64_t of(std::uint32_t unit) const {
    std::uint64_t sum = 0;
    for (const Part& part : parts_) {
      sum += part.sums[part.lengths.classes().of(part.lengths[unit])];
    }
    return sum;
  }

 private:
  using Sums = std::array<std::uint64_t, index::LengthClasses::kCount>;
  struct Part {
    std::size_t part = 0;
    index::LengthColumn lengths;
    Sums sums = {};
    std::uint64_t most = 0;
  };

  std::vector<Part> parts_;
};

}  // namespace noether::search
