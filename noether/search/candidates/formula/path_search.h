// Finds the formulas with the best path scores without scoring all of them.
// The postings of prefixes bound how much each formula and each top of the query can share, as if
// all prefixes ended in one node of the formula. Together with the length of the formula this
// bounds its score, and only formulas whose bound exceeds the worst of the best so far are scored
// by their trees. The result is the same as if all were scored.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/candidates/formula/flat_tree.h"
#include "noether/search/candidates/formula/path_query.h"
#include "noether/search/candidates/formula/path_scorer.h"
#include "noether/search/candidates/retrieval/query.h"
#include "noether/search/candidates/retrieval/searched_index.h"

namespace noether::search {

// Keeps its working memory from one query to the next. Not for two threads.
class PathSearch {
 public:
  explicit PathSearch(const SearchedIndex& in, const PathParameters& parameters = {});

  // Rarities of the query are set here. Best first; of equal scores the lower number first. When
  // `is_over` says so, there is an error instead.
  base::Result<std::vector<Hit>> search(PathQuery& query, std::uint32_t k,
                                        const IsOver& is_over = {});
  // The number of formulas that the last search scored by their trees.
  std::uint64_t scored() const { return scored_; }

  base::Result<PathScore> score(const PathQuery& query, std::uint32_t formula);

 private:
  struct Bounded {
    double bound;
    std::uint32_t formula;
  };

  base::Result<void> bound_segment(const PathQuery& query, const index::OpenSegment& segment,
                                   const IsOver& is_over);

  const index::IndexReader* index_;
  const index::CollectionStatistics* statistics_;
  PathScorer scorer_;
  FlatTree candidate_;
  std::vector<double> length_factors_;  // by number of leaves
  std::vector<std::uint32_t> sums_;     // by top of the query, then by formula of the segment
  std::vector<Bounded> bounded_;
  std::uint64_t scored_ = 0;
};

}  // namespace noether::search
