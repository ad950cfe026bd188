// Tunes a text encoder on pairs of texts that belong together, and validates on held-out pairs how
// well the first text of a pair finds the second one among all second texts, except others of the
// same group.
//
//   recall  share of first texts whose own second text scores highest
//   mrr     the mean of 1 / rank of their own second text
//
// Both are measured by the cosines of texts and by late interaction.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/metrics.h"
#include "noether/train/core/parameters.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/text/text_config.h"

namespace noether::train {

class PairValidation {
 public:
  // Chooses some pairs, the same for every model, and copies the parts of them that are read.
  // Second texts are read from their beginning.
  PairValidation(const neural::TokenizedPairs& pairs, const TextConfig& config,
                 std::uint64_t max_pairs = 1000);

  Scores score(const neural::TransformerConfig& model, const ParameterViews& weights) const;

 private:
  std::vector<std::vector<neural::TokenId>> first_;
  std::vector<std::vector<neural::TokenId>> second_;
  torch::Tensor left_out_;  // a row for each first text, a column for each second
};

// Measures of the ranks in a table of scores with a row for each first text. Its own second text is
// on the diagonal.
struct PairRanks {
  double recall = 0;
  double mrr = 0;
};
PairRanks rank_partners(const torch::Tensor& scores, const torch::Tensor& left_out);

struct TuneData {
  std::string start;               // folder of the start model
  std::vector<std::string> pairs;  // files of pairs, see training_pairs.h
  std::string validation{};        // a held-out file; may be empty
};

// Writes the model to LoopOptions::folder + "/model", in float32, with the tokenizer of the start
// model.
base::Result<void> tune_text(const TextConfig& config, const TuneData& data,
                             const LoopOptions& options);

// Writes `model` with these weights of text_parameters, and with the tokenizer of the folder
// `start`.
base::Result<void> write_tuned(neural::ModelFolder model, const std::string& start,
                               const torch::Tensor& weights, const std::string& folder);

}  // namespace noether::train
