// Similarities of a query and a candidate that do not depend on positions: common symbols and
// words, each weighted by its rarity, and common pairs of sibling operands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/operators.h"
#include "noether/search/formula/flat_tree.h"

namespace noether::search {

// The rarity of the labels of operator trees, from a small text file with the number of formulas of
// a collection that contain each label.
//   # Counted by bench/formula_search.
//   formulas 38823
//   20105 number 2
//   11873 variable x
//   9120 +
// Rare labels are not in the file; each counts as much as the rarest one in it. The counts of one
// collection are used for all: labels that are frequent in one collection are frequent in others,
// and scores of shards agree.
class LabelRarities {
 public:
  // An error contains the place of the wrong line.
  static base::Result<LabelRarities> parse(std::string_view text);
  // The rarities that were built into the program.
  static const LabelRarities& shipped();

  // The amount that a label of a node (FlatNode::label) adds to the squared length of a vector of
  // labels. It is above 0.
  double weight(std::uint64_t label) const {
    const auto found = weights_.find(label);
    return found == weights_.end() ? of_others_ : found->second;
  }

 private:
  std::unordered_map<std::uint64_t, double> weights_;
  double of_others_ = 1;
};

// The overlap of the symbols and words of a query and a candidate, in any place. A repeated symbol
// counts by the square root of its number.
struct LabelSimilarity {
  double recall = 0;   // of the query's symbols and operators
  double cosine = 0;   // of all symbols and operators, rare ones before others
  double numbers = 0;  // twice the common numbers over those of both; 1 if neither has numbers
  double words = 0;    // the same for words
  double word_recall = 0;
};

// Prepared for one query. Reuses its working memory. Not thread-safe.
class LabelOverlap {
 public:
  void assign(const FlatTree& query);
  LabelSimilarity compare(const FlatTree& candidate);

 private:
  struct Count {
    std::uint64_t label;
    std::uint32_t in_query;
    std::uint32_t in_candidate;
    bool number;
    double weight;  // by rarity
  };
  Count* find(std::uint64_t label);

  const LabelRarities* rarities_ = &LabelRarities::shipped();
  double length_ = 0;                 // of the query's vector of labels, squared
  std::vector<Count> counts_;         // labels of the query
  std::vector<std::uint32_t> table_;  // open addressing, numbers + 1
  std::vector<Count> others_;         // numbers of the candidate only
  std::vector<std::uint64_t> words_;
};

// Counts the pairs of sibling operands of a query that also occur in a candidate.
// Two operands of one operator form a pair, each represented by its label: x² + 2x has the pair of
// a power and a product, the pair of x and 2, and the pair of 2 and x. If operands commute, each is
// paired with the next few in the order of labels, otherwise with its successor.
//
// Prepared for one query. Reuses its working memory. Not thread-safe.
class SiblingOverlap {
 public:
  void assign(const FlatTree& query);
  // The share of the query's pairs that the candidate has; repeated pairs count by the square root
  // of their number. 1 if the query has no pairs.
  double recall(const FlatTree& candidate);

 private:
  // The labels are ascending.
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
