// A transformer of neural::TransformerConfig with LibTorch, for training; neural::Transformer
// computes the same hidden states without LibTorch. This header also packs the texts of a batch,
// computes vectors of texts and of their tokens, and opens the start model of tuning.
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

// Returns the reason why LibTorch code here cannot train this transformer, if it cannot.
std::optional<std::string> training_problem(const neural::TransformerConfig& config);

// The parameters of the hidden states and of `heads`, with the names of weight_visitor.h. Training
// does not change other heads.
std::vector<ParameterSpec> text_parameters(const neural::TransformerConfig& config,
                                           const neural::HeadsConfig& heads = {});
// `flat_weights` concatenates the numbers of these parameters; `set_weights` copies them back into
// float32 weights.
torch::Tensor flat_weights(const neural::TransformerConfig& config,
                           const neural::TransformerWeights& weights,
                           const neural::HeadsConfig& heads = {});
void set_weights(const neural::TransformerConfig& config, const torch::Tensor& flat,
                 neural::TransformerWeights& weights, const neural::HeadsConfig& heads = {});

torch::Tensor activated(neural::Activation activation, const torch::Tensor& x);

// The last hidden states: one row for each token, in the batch's order and in the type of the
// weights. `dropout` is the share of the embeddings and of each branch's values that is set to
// zero.
torch::Tensor hidden_states(const neural::TransformerConfig& config, const ParameterViews& weights,
                            const PackedBatch& batch, double dropout = 0);

struct TextBatch {
  PackedBatch packed;
  torch::Tensor rows;     // int64, rows of tokens in `packed`, by text in the caller's order
  torch::Tensor text_of;  // int64, the text of each of these tokens
  torch::Tensor counts;   // float32, number of tokens of each text
  std::vector<std::int64_t> lengths;  // the same on the host

  std::int64_t texts() const { return counts.size(0); }
  TextBatch to(torch::Device device) const;
};

// The texts include their special tokens and must not be empty.
TextBatch pack_texts(std::span<const std::vector<neural::TokenId>> texts, bool pinned);

struct TextVectors {
  // Unit vectors of texts (the mean over their tokens) and of tokens, text by text.
  torch::Tensor texts;   // float32, or float64 if the weights are float64
  torch::Tensor tokens;  // in the type of the weights
};
TextVectors embed_texts(const neural::TransformerConfig& config, const ParameterViews& weights,
                        const TextBatch& batch, double dropout = 0);

// The treatment of an int8 start model: refused, because training would continue a rounded model,
// or accepted, if much of the model is new anyway.
enum class Int8Start : std::uint8_t { Refused, Taken };

// Returns an error unless the folder has an encoder in Noether's format that can be trained. The
// weights of the result are float32.
base::Result<neural::ModelFolder> open_start(const std::string& folder,
                                             Int8Start int8 = Int8Start::Refused);
// The same for a decoder with a head for the next token.
base::Result<neural::ModelFolder> open_decoder(const std::string& folder);

}  // namespace noether::train
