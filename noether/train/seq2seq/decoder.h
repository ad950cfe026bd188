// The decoder half of seq2seq: it turns the encoder's states of a source into the tokens of a
// target.
//
// As in the encoder, the norm comes before each block: h += self_attention(norm1(h)), where a
// position attends to itself and to earlier ones; h += cross_attention(norm2(h)) to the encoder's
// output; h += feed_forward(norm3(h)); then a norm and a linear layer to the vocabulary. It shares
// the encoder's token embeddings and has its own position embeddings.
//
// It reads a batch of pairs: sources for the encoder, targets for the decoder. Both are packed
// without padding, so linear layers compute nothing for padding. The decoder's attention uses the
// packed tokens directly if LibTorch has a kernel for that, and otherwise boxes of (pairs,
// longest): `slots` is the place of each token in such a box, counted row by row.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/train/core/parameters.h"
#include "noether/train/expression/encoder_model.h"

namespace noether::train {

// The places of the tokens of one side of the pairs, pair by pair.
struct PairSide {
  torch::Tensor starts;  // int32, where each expression begins, and where the last ends
  torch::Tensor slots;   // int64, for each token
  std::int64_t pairs = 0;
  std::int64_t longest = 0;

  PairSide to(torch::Device device) const;
};

struct PairBatch {
  PackedBatch sources;           // may include expressions that are not the source of a pair
  torch::Tensor source_rows;     // int64: rows of `sources`, pair by pair
  torch::Tensor source_present;  // bool (pairs, longest source): a token, not padding
  PairSide source;

  torch::Tensor target_tokens;     // int32: <bos> and the expression, pair by pair
  torch::Tensor target_positions;  // int32
  torch::Tensor target_next;       // int64: the token after each one; the last is <eos>
  PairSide target;

  std::int64_t targets() const { return target_next.size(0); }
  PairBatch to(torch::Device device) const;
};

// Packs expressions, given as token numbers without special tokens. None may be empty, and
// `sources` and `targets` have the same size.
PairBatch pack_pairs(std::span<const std::span<const neural::TokenId>> sources,
                     std::span<const std::span<const neural::TokenId>> targets, bool pinned);

// A source and a target, as indices of the expressions of a batch.
struct PairPlaces {
  std::size_t source = 0;
  std::size_t target = 0;
};

// The encoder reads each of `expressions` once, even if it is in no pair.
PairBatch pack_pairs(std::span<const std::span<const neural::TokenId>> expressions,
                     std::span<const PairPlaces> pairs, bool pinned);

struct Seq2seqShape {
  EncoderShape encoder{.width = 512, .feed_forward = 2048, .pooling = Pooling::Max};
  std::int64_t decoder_layers = 6;  // as wide as the encoder's layers

  friend bool operator==(const Seq2seqShape&, const Seq2seqShape&) = default;
};

// The parameters of the decoder alone; their names begin with `decoder.`.
std::vector<ParameterSpec> decoder_parameters(const Seq2seqShape& shape);

struct Affine {
  torch::Tensor weight, bias;
};

struct DecoderLayer {
  Affine norm1, self_in, self_out;
  Affine norm2, cross_query, cross_memory, cross_out;  // cross_memory: keys, then values
  Affine norm3, feed_forward_in, feed_forward_out;
};

// Keys and values of one layer: (rows, heads, length, width / heads).
struct KeysValues {
  torch::Tensor keys, values;
};

// A view of the weights, cheap to construct.
class Decoder {
 public:
  Decoder(const Seq2seqShape& shape, const ParameterViews& weights);

  // Returns the logits of the next token, one row for each target token. `hidden` has the encoder's
  // states of the batch's sources in packed order. `dropout` is as in encode_tokens.
  torch::Tensor forward(const PairBatch& batch, const torch::Tensor& hidden,
                        double dropout = 0) const;

  // Computes the keys and values of a source, which all rows that decode it share. `hidden` has the
  // shape (source tokens, width).
  std::vector<KeysValues> read_source(const torch::Tensor& hidden) const;
  // Returns the logits (rows, vocabulary) of the tokens after `tokens` (rows), which are all at
  // `position`. `written` has the keys and values of earlier positions for each layer; `step`
  // appends those of this position.
  torch::Tensor step(const torch::Tensor& tokens, std::int64_t position,
                     const std::vector<KeysValues>& source, std::vector<KeysValues>& written) const;

 private:
  torch::Tensor split_heads(const torch::Tensor& x) const;
  KeysValues keys_values(const torch::Tensor& both) const;
  // `is_hidden` and `causal` describe the same mask for different kernels.
  torch::Tensor attend_packed(const torch::Tensor& query, const PairSide& query_side,
                              const torch::Tensor& both, const PairSide& side,
                              const torch::Tensor& is_hidden, bool causal) const;
  torch::Tensor feed_forward(const torch::Tensor& h, const DecoderLayer& layer) const;
  torch::Tensor logits(const torch::Tensor& h) const;

  std::int64_t width_;
  std::int64_t heads_;
  torch::Tensor token_embedding_, position_embedding_;
  std::vector<DecoderLayer> layers_;
  Affine final_norm_, output_;
};

}  // namespace noether::train
