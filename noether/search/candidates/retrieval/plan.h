// A prepared query: its terms looked up in the dictionaries, with the score that each adds.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/index/index_reader.h"
#include "noether/search/candidates/retrieval/query.h"
#include "noether/search/candidates/retrieval/searched_index.h"
#include "noether/search/candidates/retrieval/term_score.h"

namespace noether::search {

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
  // Those that are in the index, in the order of the query.
  std::span<const PlannedTerm> terms() const { return terms_; }
  double score_of(std::uint32_t sum) const { return sum * unit_of_score_; }

  // Those of its terms that the segment has.
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

}  // namespace noether::search
