// How well a decoder goes on in texts it was not trained with.
//
//   perplexity      e to the mean of the loss of the tokens that are learnt
//   token_accuracy  share of these tokens that score highest
#pragma once

#include <vector>

#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/metrics.h"
#include "noether/train/core/parameters.h"
#include "noether/train/generate/written_batch.h"

namespace noether::train {

class WrittenValidation {
 public:
  // The parts of the corpus that are read are copied.
  WrittenValidation(const PieceCorpus& corpus, const GenerateConfig& config, neural::TokenId end,
                    std::uint64_t most_tokens = 1 << 18);

  Scores score(const neural::TransformerConfig& model, const ParameterViews& weights) const;

 private:
  std::vector<WrittenBatch> batches_;
};

}  // namespace noether::train
