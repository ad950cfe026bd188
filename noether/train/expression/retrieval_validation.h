// Measures how well a model finds members of a cluster, on held-out clusters.
//
//   nearest     share of expressions whose nearest other expression is of the same cluster
//   precision   the mean share of the same cluster among the ten nearest (or as many as exist)
//   told apart  share of expressions that are nearer to another member of the cluster than to
//               the distractor of that member
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "noether/train/core/metrics.h"
#include "noether/train/expression/encoded_corpus.h"
#include "noether/train/expression/encoder_model.h"

namespace noether::train {

class RetrievalValidation {
 public:
  // Chooses some clusters and some members of each, the same for every model, and copies them.
  // `distractors` may be null.
  RetrievalValidation(const EncodedCorpus& corpus, const EncodedCorpus* distractors,
                      std::uint64_t max_clusters = 500, std::uint64_t max_members = 20);

  Scores score(const EncoderShape& shape, const ParameterViews& weights,
               torch::Device device) const;

 private:
  std::vector<std::vector<neural::TokenId>> members_;
  std::vector<std::int64_t> clusters_;                     // of each member
  std::vector<std::vector<neural::TokenId>> distractors_;  // of each member; may be empty
};

// Computes the vectors of expressions, which are without special tokens, in batches of some
// thousand and without a graph.
torch::Tensor embed_all(const EncoderShape& shape, const ParameterViews& weights,
                        const std::vector<std::vector<neural::TokenId>>& expressions,
                        torch::Device device);

}  // namespace noether::train
