// The number of symbols and words of a query that a candidate has, in any place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/search/candidates/formula/flat_tree.h"
#include "noether/search/candidates/formula/label_rarity.h"

namespace noether::search {

// Symbols that repeat count by the square root of how often.
struct LabelSimilarity {
  double recall = 0;   // of the query's symbols and operators
  double cosine = 0;   // of all symbols and operators, rare ones before others
  double numbers = 0;  // twice the common numbers over those of both; 1 when neither has any
  double words = 0;    // the same of words
  double word_recall = 0;
};

// Prepared for one query. Keeps its working memory; not for two threads.
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

}  // namespace noether::search
