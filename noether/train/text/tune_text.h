// Tunes a text encoder on pairs of texts that belong together, and validates how well it finds the
// second text of a pair by its first, on pairs it was not trained with: among the second texts of
// all of them but those of the same group.
//
//   recall  share of first texts whose own second one scores highest
//   mrr     the mean of 1 / rank of the own second text
//
// Each by the cosines of texts, and by late interaction.
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
  // Some pairs, the same ones for every model; the parts that are read are copied. Second texts are
  // read from their beginning.
  PairValidation(const neural::TokenizedPairs& pairs, const TextConfig& config,
                 std::uint64_t max_pairs = 1000);

  Scores score(const neural::TransformerConfig& model, const ParameterViews& weights) const;

 private:
  std::vector<std::vector<neural::TokenId>> first_;
  std::vector<std::vector<neural::TokenId>> second_;
  torch::Tensor left_out_;  // a row for each first text, a column for each second
};

// The ranks from scores with a row for each first text; its own second text is on the diagonal.
struct PairRanks {
  double recall = 0;
  double mrr = 0;
};
PairRanks rank_partners(const torch::Tensor& scores, const torch::Tensor& left_out);

struct TuneData {
  std::string start;               // folder of the model that it begins with
  std::vector<std::string> pairs;  // files of pairs, see training_pairs.h
  std::string validation{};        // one that is held out; may be empty
};

// Ends with the model in LoopOptions::folder + "/model", in float32, with the tokenizer of the one
// it began with.
base::Result<void> tune_text(const TextConfig& config, const TuneData& data,
                             const LoopOptions& options);

// Writes `model` with these weights of text_parameters, and the tokenizer of the folder `start`.
base::Result<void> write_tuned(neural::ModelFolder model, const std::string& start,
                               const torch::Tensor& weights, const std::string& folder);

}  // namespace noether::train
