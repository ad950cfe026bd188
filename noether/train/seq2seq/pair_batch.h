// A batch of pairs: sources for the encoder, targets for the decoder.
// Both are packed without padding, so linear layers read only tokens that count. Attention of the
// decoder uses them directly if there is a kernel for that, and otherwise needs boxes of (pairs,
// longest): `slots` is the place of each token in them, row after row.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>

#include "noether/train/expression/encoder_model.h"

namespace noether::train {

// The places of the tokens of one side of the pairs, pair after pair.
struct PairSide {
  torch::Tensor starts;  // int32, where each expression begins, and where the last ends
  torch::Tensor slots;   // int64, for each token
  std::int64_t pairs = 0;
  std::int64_t longest = 0;

  PairSide to(torch::Device device) const;
};

struct PairBatch {
  PackedBatch sources;           // and perhaps expressions that are the source of no pair
  torch::Tensor source_rows;     // int64: of `sources`, so that they come pair after pair
  torch::Tensor source_present;  // bool (pairs, longest source): a token, not padding
  PairSide source;

  torch::Tensor target_tokens;     // int32: <bos> and the expression, pair after pair
  torch::Tensor target_positions;  // int32
  torch::Tensor target_next;       // int64: the token that follows each, <eos> the last
  PairSide target;

  std::int64_t targets() const { return target_next.size(0); }
  PairBatch to(torch::Device device) const;
};

// Expressions as token numbers without the special ones; none is empty, and there are as many
// targets as sources.
PairBatch pack_pairs(std::span<const std::span<const neural::TokenId>> sources,
                     std::span<const std::span<const neural::TokenId>> targets, bool pinned);

// A source and a target, by their places among the expressions of a batch.
struct PairPlaces {
  std::size_t source = 0;
  std::size_t target = 0;
};

// All expressions are encoded, each once, whether pairs have it or not.
PairBatch pack_pairs(std::span<const std::span<const neural::TokenId>> expressions,
                     std::span<const PairPlaces> pairs, bool pinned);

}  // namespace noether::train
