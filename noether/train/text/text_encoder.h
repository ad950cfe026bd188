// A transformer of neural::TransformerConfig with LibTorch, for training: neural::Transformer
// computes the same hidden states without it. Beside it the texts of a batch as it reads them,
// vectors of the texts and of their tokens, and the model that tuning begins with.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/token.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/neural/transformer/transformer_weights.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"

namespace noether::train {

// Why this transformer cannot be trained here, where it cannot.
std::optional<std::string> training_problem(const neural::TransformerConfig& config);

// The parameters of hidden states and these heads, under the names of weight_visitor.h; other heads
// are not changed.
std::vector<ParameterSpec> text_parameters(const neural::TransformerConfig& config,
                                           const neural::HeadsConfig& heads = {});
// The numbers of these parameters, one after the other, and back into float32 weights.
torch::Tensor flat_weights(const neural::TransformerConfig& config,
                           const neural::TransformerWeights& weights,
                           const neural::HeadsConfig& heads = {});
void set_weights(const neural::TransformerConfig& config, const torch::Tensor& flat,
                 neural::TransformerWeights& weights, const neural::HeadsConfig& heads = {});

torch::Tensor activated(neural::Activation activation, const torch::Tensor& x);

// The last hidden states: one row for each token, in the batch's order and in the type of the
// weights. `dropout` is the share of the embeddings and of each branch's values that is left out.
torch::Tensor hidden_states(const neural::TransformerConfig& config, const ParameterViews& weights,
                            const PackedBatch& batch, double dropout = 0);

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

// The treatment of an int8 start model: refused, because training would continue a rounded model,
// or accepted, if much is new anyway.
enum class Int8Start : std::uint8_t { Refused, Taken };

// An error when it is no encoder in Noether's format that can be trained. Its weights are float32.
base::Result<neural::ModelFolder> open_start(const std::string& folder,
                                             Int8Start int8 = Int8Start::Refused);
// The same for a decoder, which has a head for the next token.
base::Result<neural::ModelFolder> open_decoder(const std::string& folder);

}  // namespace noether::train
