// The paper's seq2seq model: an encoder reads an expression, a decoder writes an equivalent one.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/train/seq2seq/beam_search.h"
#include "noether/train/seq2seq/decoder.h"

namespace noether::train {

// The parameters of the encoder, in the same order as without a decoder, then those of the decoder.
std::vector<ParameterSpec> seq2seq_parameters(const Seq2seqShape& shape);

// The mean over all target tokens of the cross-entropy with the distribution that gives the right
// token 1 - smoothing + smoothing / vocabulary and every other token smoothing / vocabulary.
// `dropout` is the share of each branch's values that is set to zero, in both halves.
torch::Tensor seq2seq_loss(const Seq2seqShape& shape, const ParameterViews& weights,
                           const PairBatch& batch, double smoothing, double dropout = 0);
// The same loss, computed from the encoder's states `hidden` of `batch.sources`.
torch::Tensor writing_loss(const Seq2seqShape& shape, const ParameterViews& weights,
                           const PairBatch& batch, const torch::Tensor& hidden, double smoothing,
                           double dropout);

// Decodes one source. It keeps keys and values, so the cost of a step, except for attention, does
// not depend on the length. `source` has the tokens without special tokens. Builds no graph.
class SourceDecoder : public NextTokens {
 public:
  SourceDecoder(const Seq2seqShape& shape, const ParameterViews& weights,
                std::span<const neural::TokenId> source);

  std::span<const float> step(std::span<const std::uint32_t> parents,
                              std::span<const neural::TokenId> tokens) override;

 private:
  Decoder decoder_;
  torch::Device device_;
  std::vector<KeysValues> source_;
  std::vector<KeysValues> written_;
  std::int64_t position_ = 0;
  torch::Tensor rows_;
};

}  // namespace noether::train
