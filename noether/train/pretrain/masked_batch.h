// Chooses the texts of a batch of pre-training, the hidden tokens, and the swapped segments; the
// sequences as tensors; and the losses of a model on them.
//
// A sequence is a run of pieces of one text, as many as fit. Batch b is a function of the texts,
// the seed and b. An epoch uses every sequence once, in a random order; hidden tokens and swaps are
// drawn again each time.
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
  std::vector<neural::TokenId> tokens;  // as the model sees them, with the special ones
  // Places of the hidden tokens, ascending, and their true values.
  std::vector<std::uint32_t> places;
  std::vector<neural::TokenId> words;
  // With two segments: the place where the second begins, and whether it is the first in the text.
  std::uint32_t second_begin = 0;
  std::optional<bool> swapped;
};

class SequenceSampler {
 public:
  // `corpus` must outlive this. Refuses a batch that has more tokens than there are.
  static base::Result<SequenceSampler> create(const PieceCorpus& corpus,
                                              const PretrainConfig& config);

  std::vector<MaskedSequence> sample(std::uint64_t batch) const;

  std::uint64_t sequences() const { return windows_.size(); }  // of an epoch
  std::uint64_t sequences_per_batch() const { return per_batch_; }
  std::uint64_t tokens_per_batch() const;  // on average, with special ones

  // Some sequences, the same for every model, up to this many tokens: chosen evenly, with fixed
  // hidden tokens and swaps.
  static std::vector<MaskedSequence> fixed(const PieceCorpus& corpus, const PretrainConfig& config,
                                           std::uint64_t most_tokens);

 private:
  // Tokens of a file, from one text.
  struct Window {
    std::uint64_t begin = 0;
    std::uint32_t file = 0;
    std::uint32_t tokens = 0;
  };

  SequenceSampler(const PieceCorpus& corpus, const PretrainConfig& config);
  void add_windows(std::uint32_t file);
  MaskedSequence draw(const Window& window, RandomStream& random) const;
  // Places in the window where a piece begins, except the first.
  std::vector<std::uint32_t> borders_in(const Window& window) const;
  void hide(MaskedSequence& sequence, std::uint32_t first, std::uint32_t end,
            RandomStream& random) const;

  const PieceCorpus* corpus_;
  PretrainConfig config_;
  std::uint32_t special_ = 0;  // tokens of a sequence
  std::vector<Window> windows_;
  std::uint64_t tokens_ = 0;  // of all windows, with special ones
  std::uint64_t per_batch_ = 1;
};

struct MaskedBatch {
  PackedBatch packed;
  // All int64: rows of the hidden tokens, and their true values.
  torch::Tensor rows;
  torch::Tensor words;
  // Rows of the first tokens of sequences with two segments; 1 where these are swapped, else 0.
  torch::Tensor first_rows;
  torch::Tensor swapped;

  MaskedBatch to(torch::Device device) const;
};

// None of the sequences is empty.
MaskedBatch pack_masked(std::span<const MaskedSequence> sequences, bool pinned);

// Scores of heads, as neural::TransformerHeads computes them: of all tokens of the vocabulary for
// each row of hidden states, and of both orders by the first token's.
torch::Tensor word_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows);
torch::Tensor order_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                           const torch::Tensor& first_rows);

// The results of a model for a batch. Losses are means, in float32, or in float64 if the weights
// are.
struct MaskedLosses {
  torch::Tensor words;  // over the tokens that are to be found
  torch::Tensor order;  // over the sequences with two segments; 0 where there are none
};
// `config` has the heads; that of order is left out where the batch has no segments.
MaskedLosses masked_losses(const neural::TransformerConfig& config, const ParameterViews& weights,
                           const MaskedBatch& batch, double dropout = 0);

}  // namespace noether::train
