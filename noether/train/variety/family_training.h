// Families in a training run: opens them from the folders of the run, and computes the losses of
// vectors on them.
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

// Loads a corpus with the limits of the configuration's model, and prints its size.
base::Result<EncodedCorpus> load_corpus(const std::string& folder,
                                        const embedding::ExpressionTokenizer& tokenizer,
                                        const TrainingConfig& config, const LoopOptions& options);

// Returns the folders whose clusters no family may reproduce; the validation folder, if any, comes
// last.
std::vector<std::string> held_out_of(std::vector<std::string> folders,
                                     const std::string& validation);

struct Families {
  FamilySampler sampler;
  std::uint64_t identity = 0;  // of the corpus and the held-out ones, see TrainingTask::data

  // The corpus must outlive the result.
  static base::Result<Families> open(const EncodedCorpus& corpus,
                                     std::span<const std::string> held_out,
                                     const embedding::ExpressionTokenizer& tokenizer,
                                     const TrainingConfig& config, const LoopOptions& options);
};

std::vector<std::span<const neural::TokenId>> views_of(const FamilyBatch& batch);

// The known relations of a batch, by which its vectors are judged.
struct FamilyTargets {
  torch::Tensor labels;
  torch::Tensor values;  // a row for each expression, see BentValues
  Analogies analogies;

  static FamilyTargets of(const FamilyBatch& batch, torch::Device device);
};

// The sum of the groups' loss and, with the weights of the configuration, the losses for one
// threshold for all pairs, for the distance between equals, and for analogies.
torch::Tensor family_loss(const TrainingConfig& config, const torch::Tensor& vectors,
                          const FamilyTargets& targets);

}  // namespace noether::train
