// How many pairs of operands that stand together in a query also do so in a candidate.
//
// Two operands of one operator are a pair, each seen by its label alone: x² + 2x has the sum of a
// power and a product, the power of x and 2, and the product of 2 and x. Where operands commute,
// each pairs with the next few in the order of labels; elsewhere with the one after it.
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
  // The share of the query's pairs that the candidate has; pairs that repeat count by the square
  // root of how often. 1 when the query has none.
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
