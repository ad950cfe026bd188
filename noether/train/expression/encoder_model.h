// The transformer encoder that embeds expressions, and its input: the expressions of a batch,
// packed with the special tokens around them. noether/neural computes the same without LibTorch,
// and docs/formats/model.md has the formulas.
//
// The model has pre-norm layers, ReLU and learned positions. The vector of an expression is the
// mean, the maximum or the first of its tokens' states, without special tokens, normalised to unit
// length.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "noether/embedding/expression_model_config.h"
#include "noether/embedding/values/part_values.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"

namespace noether::train {

// `expressions` are token numbers without special tokens, which `pack` adds. They must not be
// empty.
PackedBatch pack(std::span<const std::span<const neural::TokenId>> expressions, bool pinned);

using neural::Pooling;

struct EncoderShape {
  std::int64_t vocabulary = 0;
  std::int64_t layers = 6;
  std::int64_t width = 256;
  std::int64_t heads = 8;
  std::int64_t feed_forward = 1024;
  std::int64_t positions = 64;  // most tokens of an expression, with special tokens
  Pooling pooling = Pooling::Mean;
  bool special_tokens = true;  // whether the layers see <bos> and <eos>
  // Reads the values of parts; null if the encoder reads only tokens.
  std::shared_ptr<const embedding::PartValues> values = nullptr;

  friend bool operator==(const EncoderShape& a, const EncoderShape& b) {
    const auto all = [](const EncoderShape& s) {
      return std::tuple(s.vocabulary, s.layers, s.width, s.heads, s.feed_forward, s.positions,
                        s.pooling, s.special_tokens, s.values != nullptr);
    };
    return all(a) == all(b);
  }
};

// Packs expressions as input of an encoder of this shape; if it reads values, with
// embedding::kPartNumbers numbers for each token.
PackedBatch pack(const EncoderShape& shape,
                 std::span<const std::span<const neural::TokenId>> expressions, bool pinned,
                 const embedding::PartValues::Opens& opens = {});

// Names and shapes are those of model.safetensors.
std::vector<ParameterSpec> encoder_parameters(const EncoderShape& shape);

// The last hidden states, after the final norm: one row for each token, in the batch's order and in
// the type of the weights. `dropout` is the share of each branch's values that is set to zero.
torch::Tensor encode_tokens(const EncoderShape& shape, const ParameterViews& weights,
                            const PackedBatch& batch, double dropout = 0);

// Returns one unit vector for each expression of the batch, in the caller's order: float32, or
// float64 if the states are float64. `hidden` is the result of encode_tokens.
torch::Tensor pool(const EncoderShape& shape, const PackedBatch& batch,
                   const torch::Tensor& hidden);
// Combines encode_tokens and pool.
torch::Tensor embed(const EncoderShape& shape, const ParameterViews& weights,
                    const PackedBatch& batch, double dropout = 0);

}  // namespace noether::train
