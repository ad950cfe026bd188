// The decoder half of seq2seq: from what the encoder says of a source to the tokens of a target.
//
// As in the encoder, the norm comes before each block: h += self_attention(norm1(h)), where a
// position sees itself and those before it; h += cross_attention(norm2(h)) to the encoder's output;
// h += feed_forward(norm3(h)); then a norm and a linear layer to the vocabulary. Token embeddings
// are the encoder's; positions have their own.
//
// It reads a batch of pairs: sources for the encoder, targets for the decoder. Both are packed
// without padding, so linear layers read only tokens that count. Attention of the decoder uses them
// directly if there is a kernel for that, and otherwise needs boxes of (pairs, longest): `slots` is
// the place of each token in them, row after row.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/train/core/parameters.h"
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

struct Seq2seqShape {
  EncoderShape encoder{.width = 512, .feed_forward = 2048, .pooling = Pooling::Max};
  std::int64_t decoder_layers = 6;  // as wide as the encoder's

  friend bool operator==(const Seq2seqShape&, const Seq2seqShape&) = default;
};

// Those of the decoder alone; their names begin with `decoder.`.
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

// A view of weights, cheap to make.
class Decoder {
 public:
  Decoder(const Seq2seqShape& shape, const ParameterViews& weights);

  // Logits of the token that follows each target token, one row for each. `hidden` are the
  // encoder's states of the batch's sources, in their packed order; `dropout` as there.
  torch::Tensor forward(const PairBatch& batch, const torch::Tensor& hidden,
                        double dropout = 0) const;

  // The data that all rows that decode one source share; `hidden` (source tokens, width).
  std::vector<KeysValues> read_source(const torch::Tensor& hidden) const;
  // Logits (rows, vocabulary) of the tokens after `tokens` (rows), which are all at `position`.
  // `written` has keys and values of the positions before for each layer, and gets those of this
  // one.
  torch::Tensor step(const torch::Tensor& tokens, std::int64_t position,
                     const std::vector<KeysValues>& source, std::vector<KeysValues>& written) const;

 private:
  torch::Tensor split_heads(const torch::Tensor& x) const;
  KeysValues keys_values(const torch::Tensor& both) const;
  // `is_hidden` and `causal` say the same, each to another kernel.
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
