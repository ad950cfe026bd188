// Tunes a cross-encoder on lists of graded texts, and validates how well it orders the texts of
// held-out lists:
//
//   ndcg   of each list, with the grades as gains
//   pairs  share of the pairs of texts with different grades that are in the right order
//
// Both are means over lists. If texts have the same score, the worse one counts as first.
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
  std::string start;               // folder of the start model
  std::vector<std::string> lists;  // files of lists, see training_lists.h
  std::string validation{};        // a held-out file; may be empty
};

// Writes the model to LoopOptions::folder + "/model", in float32, with one score, no other heads,
// and the tokenizer of the start model.
base::Result<void> tune_cross(const CrossConfig& config, const CrossData& data,
                              const LoopOptions& options);

class ListValidation {
 public:
  // Takes lists with texts of different grades, spread evenly over all lists, until they have
  // `max_texts` texts. `lists` must outlive this object. Returns an error if no list has such
  // texts.
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
