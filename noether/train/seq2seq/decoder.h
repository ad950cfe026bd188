// The decoder half of seq2seq: from what the encoder says of a source to the tokens of a target.
//
// As in the encoder, the norm comes before each block: h += self_attention(norm1(h)), where a
// position sees itself and those before it; h += cross_attention(norm2(h)) to the encoder's output;
// h += feed_forward(norm3(h)); then a norm and a linear layer to the vocabulary. Token embeddings
// are the encoder's; positions have their own.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "noether/train/core/parameters.h"
#include "noether/train/expression/encoder_model.h"
#include "noether/train/seq2seq/pair_batch.h"

namespace noether::train {

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
