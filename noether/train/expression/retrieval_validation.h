// How well a model finds members of a cluster, on clusters it was not trained with.
//
//   nearest     share of expressions whose nearest other expression is of the same cluster
//   precision   the mean share of the same cluster among the ten nearest (or as many as there are)
//   told apart  share of expressions that are nearer to another member than to that one's
//   distractor
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
  // Some clusters and some members of each: the same ones for every model. `distractors` may be
  // null. Both corpora are copied from.
  RetrievalValidation(const EncodedCorpus& corpus, const EncodedCorpus* distractors,
                      std::uint64_t max_clusters = 500, std::uint64_t max_members = 20);

  Scores score(const EncoderShape& shape, const ParameterViews& weights,
               torch::Device device) const;

 private:
  std::vector<std::vector<neural::TokenId>> members_;
  std::vector<std::int64_t> clusters_;                     // of each member
  std::vector<std::vector<neural::TokenId>> distractors_;  // of each member, or none at all
};

// Vectors of expressions without special tokens, computed some thousand at a time without a graph.
torch::Tensor embed_all(const EncoderShape& shape, const ParameterViews& weights,
                        const std::vector<std::vector<neural::TokenId>>& expressions,
                        torch::Device device);

}  // namespace noether::train
