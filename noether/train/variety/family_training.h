// Families as a training run has them: opened from the folders it names, and the losses that they
// give vectors.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/expression/loss.h"
#include "noether/train/variety/family_sampler.h"

namespace noether::train {

// Reads a corpus as the model of the configuration reads expressions, and says how large it is.
base::Result<EncodedCorpus> load_corpus(const std::string& folder,
                                        const embedding::ExpressionTokenizer& tokenizer,
                                        const TrainingConfig& config, const LoopOptions& options);

// The folders that no family may make a cluster of; a validation, where there is one, is the last.
std::vector<std::string> held_out_of(std::vector<std::string> folders,
                                     const std::string& validation);

struct Families {
  FamilySampler sampler;
  std::uint64_t identity = 0;  // of the corpus and what is held out, see TrainingTask::data

  // The corpus outlives the result.
  static base::Result<Families> open(const EncodedCorpus& corpus,
                                     std::span<const std::string> held_out,
                                     const embedding::ExpressionTokenizer& tokenizer,
                                     const TrainingConfig& config, const LoopOptions& options);
};

std::vector<std::span<const neural::TokenId>> views_of(const FamilyBatch& batch);

// What the vectors of a batch are judged by.
struct FamilyTargets {
  torch::Tensor labels;
  torch::Tensor values;  // a row for each expression, see BentValues
  Analogies analogies;

  static FamilyTargets of(const FamilyBatch& batch, torch::Device device);
};

// The loss of the groups of a batch and, with the weights that the configuration gives, of one
// threshold for all pairs, of the distance between equals, and of analogies.
torch::Tensor family_loss(const TrainingConfig& config, const torch::Tensor& vectors,
                          const FamilyTargets& targets);

}  // namespace noether::train
