// How well a model finds hidden tokens and the order of segments, in texts it was not trained with.
//
//   perplexity      e to the mean of the loss of hidden tokens
//   word_accuracy   share of hidden tokens that score highest
//   order_accuracy  share of sequences whose order is told rightly; absent without two segments
//
// Which tokens are hidden is the same for every model with the same tokenizer.
#pragma once

#include <vector>

#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/metrics.h"
#include "noether/train/core/parameters.h"
#include "noether/train/pretrain/masked_batch.h"

namespace noether::train {

class MaskedValidation {
 public:
  // The parts of the corpus that are read are copied.
  MaskedValidation(const PieceCorpus& corpus, const PretrainConfig& config,
                   std::uint64_t most_tokens = 1 << 18);

  Scores score(const neural::TransformerConfig& model, const ParameterViews& weights) const;

 private:
  std::vector<MaskedBatch> batches_;
};

}  // namespace noether::train
