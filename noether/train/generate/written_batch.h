// Chooses the texts of a batch for a decoder and the tokens that are learnt, packs the sequences,
// and computes the loss of the decoder's prediction of the next token.
//
// A sequence is a text followed by the end token, as far as it fits. A longer text of one piece
// becomes several sequences; a solution is truncated, and a problem is truncated to half of the
// sequence. Batch b is a function of the texts, the seed and b. An epoch uses every sequence once,
// in a random order.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"
#include "noether/train/generate/generate_config.h"
#include "noether/train/pretrain/piece_corpus.h"

namespace noether::train {

struct WrittenSequence {
  std::vector<neural::TokenId> tokens;  // at least two
  std::uint32_t first_learnt = 1;       // index in `tokens`; at least 1: the first follows none
};

class WrittenSampler {
 public:
  // `corpus` must outlive this object. `end` is the token after a text. Returns an error if a batch
  // has more tokens than the corpus.
  static base::Result<WrittenSampler> create(const PieceCorpus& corpus,
                                             const GenerateConfig& config, neural::TokenId end);

  std::vector<WrittenSequence> sample(std::uint64_t batch) const;

  std::uint64_t sequences() const { return windows_.size(); }  // in an epoch
  std::uint64_t sequences_per_batch() const { return per_batch_; }
  std::uint64_t tokens_per_batch() const;  // on average

  // Chooses sequences evenly, the same for every model, with at most `most_tokens` tokens in all.
  static std::vector<WrittenSequence> fixed(const PieceCorpus& corpus, const GenerateConfig& config,
                                            neural::TokenId end, std::uint64_t most_tokens);

 private:
  // A range of tokens of a text in its file.
  struct Window {
    std::uint64_t begin = 0;
    std::uint32_t file = 0;
    std::uint32_t problem = 0;  // all tokens before the solution
    std::uint32_t tokens = 0;   // tokens of the rest
    bool ends = false;          // whether the text ends here
  };

  WrittenSampler(const PieceCorpus& corpus, const GenerateConfig& config, neural::TokenId end);
  void add_windows(std::uint32_t file);
  std::uint32_t kept_of_problem(std::uint32_t problem) const;
  std::uint32_t length(const Window& window) const;
  WrittenSequence sequence(const Window& window) const;

  const PieceCorpus* corpus_;
  GenerateConfig config_;
  neural::TokenId end_;
  std::vector<Window> windows_;
  std::uint64_t tokens_ = 0;  // in all sequences
  std::uint64_t per_batch_ = 1;
};

struct WrittenBatch {
  PackedBatch packed;
  torch::Tensor rows;   // int64, the rows of the tokens whose next token is learnt
  torch::Tensor words;  // int64, that next token

  WrittenBatch to(torch::Device device) const;
};

WrittenBatch pack_written(std::span<const WrittenSequence> sequences, bool pinned);

// The scores of all tokens of the vocabulary for each hidden state, in float32 or float64.
torch::Tensor next_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows);

// The mean cross-entropy of the tokens that are learnt.
torch::Tensor next_loss(const neural::TransformerConfig& config, const ParameterViews& weights,
                        const WrittenBatch& batch, double dropout);

}  // namespace noether::train
