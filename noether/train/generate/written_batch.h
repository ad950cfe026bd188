// Chooses the texts of a batch for a decoder, and the tokens that are learnt; the sequences as a
// decoder reads them, and how well it says which token comes next.
//
// A sequence is a text with the token for its end, or as much of it as fits: a longer text of one
// piece becomes several sequences, a solution is cut, and a problem is cut to half of the sequence.
// Batch b is a function of the texts, the seed and b. An epoch uses every sequence once, in a
// random order.
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
  std::uint32_t first_learnt = 1;       // of the tokens; at least 1, for the first follows nothing
};

class WrittenSampler {
 public:
  // `corpus` must outlive this object. `end` is the token after a text. Refuses a batch that has
  // more tokens than the corpus.
  static base::Result<WrittenSampler> create(const PieceCorpus& corpus,
                                             const GenerateConfig& config, neural::TokenId end);

  std::vector<WrittenSequence> sample(std::uint64_t batch) const;

  std::uint64_t sequences() const { return windows_.size(); }  // of an epoch
  std::uint64_t sequences_per_batch() const { return per_batch_; }
  std::uint64_t tokens_per_batch() const;  // on average

  // Some sequences, the same for every model, chosen evenly, up to this many tokens.
  static std::vector<WrittenSequence> fixed(const PieceCorpus& corpus, const GenerateConfig& config,
                                            neural::TokenId end, std::uint64_t most_tokens);

 private:
  // Tokens of a text, from its file.
  struct Window {
    std::uint64_t begin = 0;
    std::uint32_t file = 0;
    std::uint32_t problem = 0;  // tokens before the solution, all of them
    std::uint32_t tokens = 0;   // of the rest
    bool ends = false;          // with its text
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
  std::uint64_t tokens_ = 0;  // of all sequences
  std::uint64_t per_batch_ = 1;
};

struct WrittenBatch {
  PackedBatch packed;
  torch::Tensor rows;   // int64, of the tokens whose next one is learnt
  torch::Tensor words;  // int64, that next token

  WrittenBatch to(torch::Device device) const;
};

WrittenBatch pack_written(std::span<const WrittenSequence> sequences, bool pinned);

// A score of each token of the vocabulary for each hidden state, in float32 at least.
torch::Tensor next_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows);

// The mean of the cross-entropy of the tokens that are learnt.
torch::Tensor next_loss(const neural::TransformerConfig& config, const ParameterViews& weights,
                        const WrittenBatch& batch, double dropout);

}  // namespace noether::train
