// Path scores, of single candidates and of the best formulas of an index.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/formula/flat_tree.h"
#include "noether/search/formula/path_query.h"
#include "noether/search/retrieval/query.h"
#include "noether/search/retrieval/searched_index.h"

namespace noether::search {

// Path scores of single candidates, from their operator trees.
// The structure shared by a node of the query and one of the candidate is the sum, over the path
// prefixes that end in both, of the smaller weight times the rarity of the prefix. The pair of
// nodes that shares most counts:
//   score = structure · 1/(1 + (1 − symbols)²) · ((1 − η) + η/ln(1 + leaves))
// where `symbols` measures how well the leaves at the ends of the shared prefixes agree, each with
// the most similar one. Among several best pairs, the one whose symbols agree most counts.

// Measured on ARQMath's judged formulas: the agreement of symbols has a larger effect than in
// Approach0's paper, where the agreements are 1, 0.94 and 0.90.
struct PathParameters {
  double eta = 0.6;
  double same_symbol = 0.4;  // but different operators on the way
  double other_symbol = 0;
};

struct PathScore {
  double score = 0;
  std::uint32_t structure = 0;  // in 2^-16
  double symbols = 0;
  std::uint32_t leaves = 0;  // of the candidate
};

// The factor for a formula with this number of leaves.
double path_length_factor(std::uint32_t leaves, double eta);

// Reuses its working memory from one candidate to the next. Not thread-safe.
class PathScorer {
 public:
  explicit PathScorer(const PathParameters& parameters = {}) : parameters_(parameters) {}

  PathScore score(const PathQuery& query, const FlatTree& candidate);
  // For the last candidate: the maximum number of times that the prefix of a node of the trie ends
  // in one top.
  std::uint32_t most(std::uint32_t node) const { return most_[node]; }

 private:
  struct Hit {
    std::uint32_t node;  // of the trie
    std::uint32_t row;
    PathQuery::Leaf leaf;
    bool taken = false;
  };

  void walk(const PathQuery& query, const FlatTree& candidate, std::uint32_t type,
            std::uint64_t label, std::size_t parent, std::uint32_t operand);
  void add_hit(const PathQuery& query, std::uint32_t node, std::size_t top, PathQuery::Leaf leaf);
  double symbol_agreement(const PathQuery& query, std::uint32_t row, std::uint32_t query_top);

  PathParameters parameters_;
  std::vector<std::uint32_t> types_;   // of the candidate's nodes, in the numbering of the query
  std::vector<std::uint32_t> row_of_;  // by node of the candidate
  std::uint32_t rows_ = 0;             // nodes of the candidate that are a top
  std::vector<std::uint16_t> counts_;  // by row and node of the trie
  std::vector<std::uint16_t> most_;    // by node of the trie
  std::vector<std::uint32_t> sums_;    // by row and top of the query
  std::vector<Hit> hits_;
  std::vector<bool> taken_;  // leaves of the query
  std::uint32_t best_ = 0;
};

// Finds the formulas with the best path scores without scoring all of them.
// The postings of prefixes bound how much each formula and each top of the query can share, as if
// all prefixes ended in one node of the formula. Together with the length of the formula this
// bounds its score, and only formulas whose bound exceeds the worst of the best so far are scored
// by their trees. The result is the same as if all were scored.
//
// Reuses its working memory from one query to the next. Not thread-safe.
class PathSearch {
 public:
  explicit PathSearch(const SearchedIndex& in, const PathParameters& parameters = {});

  // Sets the rarities of the query. The best come first; equal scores are ordered by number.
  // Returns an error if `is_over` becomes true.
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
