// A cross-encoder with LibTorch, for training. It reads a question and a text as one sequence; the
// pooler and a linear layer turn the hidden state of the first token into one score.
// neural::TransformerHeads computes the same score without LibTorch.
#pragma once

#include <torch/types.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/neural/lists/tokenized_lists.h"
#include "noether/neural/model/model_folder.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"

namespace noether::train {

struct CrossBatch {
  PackedBatch packed;
  torch::Tensor firsts;  // int64, rows of the first tokens in `packed`, in the caller's order

  CrossBatch to(torch::Device device) const;
};
CrossBatch pack_pairs(std::span<const neural::PairSequence> sequences, bool pinned);

// Truncates and joins a question and a text: the question up to its own limit, which is at most
// half of the sequence, and as much of the text as fits. Both are read from the beginning.
class PairReader {
 public:
  // `tokens` includes the special tokens and must be greater than their number.
  PairReader(const neural::TokenizedLists& lists, std::size_t question_tokens, std::size_t tokens)
      : lists_(&lists),
        room_(tokens - lists.pair.special()),
        question_tokens_(std::min(question_tokens, room_ / 2)) {}

  neural::PairSequence read(std::uint64_t list, std::uint64_t entry) const;

 private:
  const neural::TokenizedLists* lists_;
  std::size_t room_;
  std::size_t question_tokens_;
};

// The configuration of `start` with a pooler, one score after it, and no other heads. If `start`
// has no pooler, the new one is that of its model family.
neural::TransformerConfig cross_transformer(const neural::ModelConfig& start);

// The parameters of the hidden states, then those of the pooler and the score.
std::vector<ParameterSpec> cross_parameters(const neural::TransformerConfig& config);
// The initial values of the first of these parameters: all that `start` has, except those of the
// score if `new_score` is set.
torch::Tensor cross_beginning(const neural::ModelFolder& start, bool new_score);
// `config` must be a result of cross_transformer.
void set_cross_weights(const neural::TransformerConfig& config, const torch::Tensor& flat,
                       neural::TransformerWeights& weights);

// A score for each sequence, in float32, or in float64 if the weights are float64.
torch::Tensor cross_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                           const CrossBatch& batch, double dropout = 0);

}  // namespace noether::train
