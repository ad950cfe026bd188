// How well a cross-encoder orders the graded texts of lists that it was not trained with:
//
//   ndcg   of each list, with the grades for gains
//   pairs  share of the pairs of a list with different grades that it puts in the right order
//
// Means over lists. Of texts with the same score the worse one stands first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/neural/lists/tokenized_lists.h"
#include "noether/train/core/metrics.h"
#include "noether/train/cross/cross_config.h"
#include "noether/train/cross/list_scores.h"

namespace noether::train {

class ListValidation {
 public:
  // Lists with texts of different grades, spread over all of them, until there are `max_texts`.
  // `lists` must outlive this object. Returns an error if there are none.
  static base::Result<ListValidation> create(const neural::TokenizedLists& lists,
                                             const CrossConfig& config,
                                             std::uint64_t max_texts = 4000);

  Scores score(const neural::TransformerConfig& model, const ParameterViews& weights) const;

 private:
  ListValidation(const neural::TokenizedLists& lists, const CrossConfig& config)
      : lists_(&lists), reader_(lists, config.question_tokens, config.tokens) {}

  const neural::TokenizedLists* lists_;
  PairReader reader_;
  std::vector<ListEntry> entries_;  // list by list
};

struct GradedScore {
  int grade = 0;
  float score = 0;
};
double list_ndcg(std::vector<GradedScore> list);
double pairs_in_order(std::span<const GradedScore> list);

}  // namespace noether::train
