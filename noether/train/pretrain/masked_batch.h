// Chooses the texts of a pre-training batch, the hidden tokens and the swapped segments; packs the
// sequences as tensors; and computes the losses of a model on them.
//
// A sequence consists of consecutive pieces of one text, as many as fit. Batch b is a function of
// the texts, the seed and b. An epoch uses every sequence once, in a random order; each epoch draws
// new hidden tokens and swaps.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"
#include "noether/train/core/random_stream.h"
#include "noether/train/pretrain/piece_corpus.h"
#include "noether/train/pretrain/pretrain_config.h"

namespace noether::train {

struct MaskedSequence {
  std::vector<neural::TokenId> tokens;  // as the model reads them, with special tokens
  // Ascending positions of the hidden tokens, and their true values.
  std::vector<std::uint32_t> places;
  std::vector<neural::TokenId> words;
  // With two segments: the position where the second begins, and whether it comes first in the
  // text.
  std::uint32_t second_begin = 0;
  std::optional<bool> swapped;
};

class SequenceSampler {
 public:
  // `corpus` must outlive the sampler. Returns an error if a batch has more tokens than the corpus.
  static base::Result<SequenceSampler> create(const PieceCorpus& corpus,
                                              const PretrainConfig& config);

  std::vector<MaskedSequence> sample(std::uint64_t batch) const;

  std::uint64_t sequences() const { return windows_.size(); }  // in an epoch
  std::uint64_t sequences_per_batch() const { return per_batch_; }
  std::uint64_t tokens_per_batch() const;  // on average, with special tokens

  // Chooses sequences evenly, the same for every model, with at most `most_tokens` tokens in all.
  // Their hidden tokens and swaps are fixed.
  static std::vector<MaskedSequence> fixed(const PieceCorpus& corpus, const PretrainConfig& config,
                                           std::uint64_t most_tokens);

 private:
  // A range of tokens of one text in a file.
  struct Window {
    std::uint64_t begin = 0;
    std::uint32_t file = 0;
    std::uint32_t tokens = 0;
  };

  SequenceSampler(const PieceCorpus& corpus, const PretrainConfig& config);
  void add_windows(std::uint32_t file);
  MaskedSequence draw(const Window& window, RandomStream& random) const;
  // Positions in the window where a piece begins, except the first.
  std::vector<std::uint32_t> borders_in(const Window& window) const;
  void hide(MaskedSequence& sequence, std::uint32_t first, std::uint32_t end,
            RandomStream& random) const;

  const PieceCorpus* corpus_;
  PretrainConfig config_;
  std::uint32_t special_ = 0;  // number of special tokens in a sequence
  std::vector<Window> windows_;
  std::uint64_t tokens_ = 0;  // in all windows, with special tokens
  std::uint64_t per_batch_ = 1;
};

struct MaskedBatch {
  PackedBatch packed;
  // The tensors below are int64. The rows of the hidden tokens, and their true values.
  torch::Tensor rows;
  torch::Tensor words;
  // The rows of the first tokens of sequences with two segments, and 1 for swapped segments, else
  // 0.
  torch::Tensor first_rows;
  torch::Tensor swapped;

  MaskedBatch to(torch::Device device) const;
};

// The sequences must not be empty.
MaskedBatch pack_masked(std::span<const MaskedSequence> sequences, bool pinned);

// The scores of the heads, computed as in neural::TransformerHeads: `word_scores` for all tokens of
// the vocabulary from each row of hidden states, `order_scores` for the two orders of segments from
// the rows of first tokens.
torch::Tensor word_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows);
torch::Tensor order_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                           const torch::Tensor& first_rows);

// The losses of a model for a batch. They are means, in float32, or in float64 if the weights are
// float64.
struct MaskedLosses {
  torch::Tensor words;  // over the hidden tokens
  torch::Tensor order;  // over the sequences with two segments; 0 without such sequences
};
// `config` describes the heads. The head for the order is unused if the batch has no second
// segments.
MaskedLosses masked_losses(const neural::TransformerConfig& config, const ParameterViews& weights,
                           const MaskedBatch& batch, double dropout = 0);

}  // namespace noether::train
