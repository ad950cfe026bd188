#include "noether/train/variety/family_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace noether::train {
namespace {

template <typename Number>
torch::Tensor on_device(const std::vector<Number>& numbers, torch::Device device) {
  torch::Tensor tensor =
      torch::empty({static_cast<std::int64_t>(numbers.size())},
                   torch::TensorOptions(torch::CppTypeToScalarType<Number>::value)
                       .pinned_memory(device.is_cuda()));
  std::ranges::copy(numbers, tensor.data_ptr<Number>());
  return tensor.to(device, /*non_blocking=*/true);
}

}  // namespace

base::Result<EncodedCorpus> load_corpus(const std::string& folder,
                                        const embedding::ExpressionTokenizer& tokenizer,
                                        const TrainingConfig& config, const LoopOptions& options) {
  auto corpus = load_corpus(folder, tokenizer, {config.model.positions - 2, 0});
  if (corpus && !options.quiet) {
    fmt::print(stderr, "{}: {} clusters, {} expressions, {} of them left out\n", folder,
               corpus->clusters(), corpus->members(), corpus->left_out);
  }
  return corpus;
}

std::vector<std::string> held_out_of(std::vector<std::string> folders,
                                     const std::string& validation) {
  if (!validation.empty()) folders.push_back(validation);
  return folders;
}

base::Result<Families> Families::open(const EncodedCorpus& corpus,
                                      std::span<const std::string> held_out,
                                      const embedding::ExpressionTokenizer& tokenizer,
                                      const TrainingConfig& config, const LoopOptions& options) {
  std::uint64_t identity = corpus.identity;
  std::vector<EncodedCorpus> kept;
  for (const std::string& folder : held_out) {
    auto loaded = load_corpus(folder, tokenizer, config, options);
    if (!loaded) return std::unexpected(loaded.error());
    identity = seed_of(identity, loaded->identity);
    kept.push_back(std::move(*loaded));
  }
  std::vector<const EncodedCorpus*> views;
  for (const EncodedCorpus& one : kept) views.push_back(&one);
  auto sampler = FamilySampler::create(corpus, views, config, tokenizer);
  if (!sampler) return std::unexpected(sampler.error());
  return Families{std::move(*sampler), identity};
}

std::vector<std::span<const neural::TokenId>> views_of(const FamilyBatch& batch) {
  return {batch.expressions.begin(), batch.expressions.end()};
}

FamilyTargets FamilyTargets::of(const FamilyBatch& batch, torch::Device device) {
  return {on_device(batch.labels, device),
          on_device(batch.values, device).view({-1, std::int64_t{embedding::kValuePoints}}),
          {on_device(batch.x1, device), on_device(batch.y1, device), on_device(batch.x2, device),
           on_device(batch.y2, device)}};
}

torch::Tensor family_loss(const TrainingConfig& config, const torch::Tensor& vectors,
                          const FamilyTargets& targets) {
  const Equality equality = equality_of(targets.labels, targets.values, kSameBent);
  constexpr std::int64_t kFamily = FamilySampler::kFamily;
  torch::Tensor loss = group_loss(vectors, equality, config.temperature);
  if (config.threshold > 0) {
    // Uses only pairs within a group, in which different expressions are one change apart; all
    // other pairs are easy.
    loss = loss + config.threshold * threshold_loss(vectors, equality, FamilySampler::kGroup);
  }
  if (config.alignment > 0) {
    loss = loss + config.alignment * alignment_loss(vectors, equality, kFamily);
  }
  if (config.analogy > 0) {
    loss = loss +
           config.analogy * analogy_loss(vectors, equality, targets.analogies, config.temperature);
  }
  return loss;
}

}  // namespace noether::train
