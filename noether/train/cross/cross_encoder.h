// A cross-encoder with LibTorch, for training: a question and a text in one sequence, the first
// token of which becomes one score by the pooler and a linear layer. neural::TransformerHeads
// computes the same score without it.
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
  torch::Tensor firsts;  // int64, the row in `packed` of each sequence's first token, as given

  CrossBatch to(torch::Device device) const;
};
CrossBatch pack_pairs(std::span<const neural::PairSequence> sequences, bool pinned);

// How a question and a text are cut and joined: the question up to its own limit, at most half of
// the sequence, and as much of the text as fits. Both are read from their beginnings.
class PairReader {
 public:
  // `tokens` is with the special ones, of which there are fewer.
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

// The transformer with a pooler, one score after it, and no other heads. A new pooler is that of
// the family.
neural::TransformerConfig cross_transformer(const neural::ModelConfig& start);

// The parameters of hidden states, then of the pooler and the score.
std::vector<ParameterSpec> cross_parameters(const neural::TransformerConfig& config);
// The initial values of the first of these: all that `start` has, except the score if it is to be
// new.
torch::Tensor cross_beginning(const neural::ModelFolder& start, bool new_score);
// `config` is that of cross_transformer.
void set_cross_weights(const neural::TransformerConfig& config, const torch::Tensor& flat,
                       neural::TransformerWeights& weights);

// A score for each sequence, in float32, or float64 where the weights are.
torch::Tensor cross_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                           const CrossBatch& batch, double dropout = 0);

}  // namespace noether::train
