// Tunes a cross-encoder on lists of graded texts, and validates how well it orders those of lists
// that it was not trained with:
//
//   ndcg   of each list, with the grades for gains
//   pairs  share of the pairs of a list with different grades that it puts in the right order
//
// Means over lists. Of texts with the same score the worse one stands first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/lists/tokenized_lists.h"
#include "noether/train/core/metrics.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/cross/cross_config.h"
#include "noether/train/cross/list_scores.h"

namespace noether::train {

struct CrossData {
  std::string start;               // folder of the model that it begins with
  std::vector<std::string> lists;  // files of lists, see training_lists.h
  std::string validation{};        // one that is held out; may be empty
};

// Ends with the model in LoopOptions::folder + "/model", in float32, with one score, no other heads
// and the tokenizer of the one it began with.
base::Result<void> tune_cross(const CrossConfig& config, const CrossData& data,
                              const LoopOptions& options);

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
