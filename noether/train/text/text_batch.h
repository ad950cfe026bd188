// Texts of a batch as a model reads them, and vectors of the texts and of their tokens.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/neural/token.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"

namespace noether::train {

struct TextBatch {
  PackedBatch packed;
  torch::Tensor rows;     // int64, the row in `packed` of each token, text by text as given
  torch::Tensor text_of;  // int64, the text of each of these
  torch::Tensor counts;   // float32, tokens of each text
  std::vector<std::int64_t> lengths;  // the same on the host

  std::int64_t texts() const { return counts.size(0); }
  TextBatch to(torch::Device device) const;
};

// Includes their special tokens; none is empty.
TextBatch pack_texts(std::span<const std::vector<neural::TokenId>> texts, bool pinned);

struct TextVectors {
  // Unit vectors: of texts, the mean over their tokens; of tokens, text by text.
  torch::Tensor texts;   // float32, or float64 where weights are
  torch::Tensor tokens;  // in the type of the weights
};
TextVectors embed_texts(const neural::TransformerConfig& config, const ParameterViews& weights,
                        const TextBatch& batch, double dropout = 0);

}  // namespace noether::train
