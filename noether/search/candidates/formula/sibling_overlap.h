// Counts the pairs of sibling operands of a query that also occur in a candidate.
// Two operands of one operator form a pair, each represented by its label: x² + 2x has the pair of
// a power and a product, the pair of x and 2, and the pair of 2 and x. If operands commute, each is
// paired with the next few in the order of labels, otherwise with its successor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/search/candidates/formula/flat_tree.h"

namespace noether::search {

// Prepared for one query. Keeps its working memory; not for two threads.
class SiblingOverlap {
 public:
  void assign(const FlatTree& query);
  // The share of the query's pairs that the candidate has; repeated pairs count by the square root
  // of their number. 1 if the query has no pairs.
  double recall(const FlatTree& candidate);

 private:
  // Ascending.
  struct Pair {
    std::uint64_t key;
    std::uint32_t count;
  };
  void read(const FlatTree& tree, std::vector<Pair>& pairs);

  std::vector<Pair> of_query_;
  std::vector<Pair> of_candidate_;
  double in_query_ = 0;
  std::vector<std::uint64_t> operands_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace noether::search
