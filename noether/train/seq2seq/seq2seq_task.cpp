#include "noether/train/seq2seq/seq2seq_task.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "noether/train/expression/saved_model.h"
#include "noether/train/seq2seq/seq2seq_model.h"
#include "noether/train/variety/family_training.h"

namespace noether::train {
namespace {

// Enough for two digits of a score, and always the same ones.
constexpr std::uint64_t kValidationBatches = 8;

PairBatch pair_batch(const BatchSampler& pairs, std::uint64_t number, bool pinned) {
  std::vector<std::span<const neural::TokenId>> sampled;
  pairs.sample(number, sampled);
  const auto all = std::span(std::as_const(sampled));
  const std::size_t half = all.size() / 2;
  return pack_pairs(all.first(half), all.subspan(half), pinned);
}

// Over all target tokens, each given the right ones before it.
Scores validate(const Seq2seqShape& shape, const ParameterViews& weights,
                const BatchSampler& pairs) {
  const torch::Device device = weights.at("token_embedding").device();
  double entropy = 0;
  double right = 0;
  double count = 0;
  const std::uint64_t batches = std::min(kValidationBatches, pairs.batches_per_epoch());
  for (std::uint64_t number = 0; number < batches; ++number) {
    const PairBatch batch = pair_batch(pairs, number, /*pinned=*/false).to(device);
    const torch::Tensor hidden = encode_tokens(shape.encoder, weights, batch.sources);
    const torch::Tensor logits = Decoder(shape, weights).forward(batch, hidden);
    entropy +=
        torch::cross_entropy_loss(logits, batch.target_next, {}, at::Reduction::Sum).item<double>();
    right += logits.argmax(-1).eq(batch.target_next).sum().item<double>();
    count += static_cast<double>(batch.targets());
  }
  return {{"cross_entropy", entropy / count}, {"token_accuracy", right / count}};
}

TrainingTask task_without_batches(const TrainingConfig& config, const Seq2seqShape& shape,
                                  const embedding::ExpressionTokenizer& tokenizer,
                                  const BatchSampler* validation) {
  TrainingTask task;
  task.parameters = seq2seq_parameters(shape);
  task.config = config_text(config);
  task.tokenizer = tokenizer.to_json();
  if (validation != nullptr) {
    task.validate = [validation, shape](const ParameterViews& weights) {
      return validate(shape, weights, *validation);
    };
  }
  return task;
}

}  // namespace

Seq2seqShape seq2seq_shape(const TrainingConfig& config,
                           const embedding::ExpressionTokenizer& tokenizer) {
  return {.encoder = encoder_shape(config.model, tokenizer), .decoder_layers = config.model.layers};
}

TrainingConfig pairs_only(TrainingConfig config) {
  config.negatives = Negatives::None;
  return config;
}

std::vector<PairPlaces> written_pairs(const FamilyBatch& batch) {
  constexpr std::uint64_t kGroup = FamilySampler::kMembers + FamilySampler::kChanged;
  std::vector<PairPlaces> pairs;
  for (std::size_t group = 0; group + kGroup <= batch.expressions.size(); group += kGroup) {
    for (std::size_t i = 0; i < FamilySampler::kMembers; ++i) {
      const std::size_t source = group + i;
      const std::size_t target = group + (i + 1) % FamilySampler::kMembers;
      if (batch.expressions[source] != batch.expressions[target]) pairs.push_back({source, target});
    }
  }
  return pairs;
}

TrainingTask seq2seq_task(const TrainingConfig& config,
                          const embedding::ExpressionTokenizer& tokenizer,
                          const BatchSampler& pairs, const BatchSampler* validation, bool pinned) {
  const Seq2seqShape shape = seq2seq_shape(config, tokenizer);
  TrainingTask task = task_without_batches(config, shape, tokenizer, validation);
  task.examples_per_batch = 2 * pairs.batch_size();
  task.make_batch = [&pairs, shape, pinned, smoothing = config.label_smoothing,
                     dropout = config.dropout](std::uint64_t number) -> BatchLoss {
    // Functions are copied, tensors of a batch need not be.
    const auto batch = std::make_shared<const PairBatch>(pair_batch(pairs, number, pinned));
    return [batch, shape, smoothing, dropout](const ParameterViews& weights) {
      const torch::Device device = weights.at("token_embedding").device();
      return seq2seq_loss(shape, weights, batch->to(device), smoothing, dropout);
    };
  };
  return task;
}

TrainingTask seq2seq_task(const TrainingConfig& config,
                          const embedding::ExpressionTokenizer& tokenizer,
                          const FamilySampler& families, const BatchSampler* validation,
                          bool pinned) {
  const Seq2seqShape shape = seq2seq_shape(config, tokenizer);
  TrainingTask task = task_without_batches(config, shape, tokenizer, validation);
  task.examples_per_batch = families.expressions_per_batch();
  task.make_batch = [&families, shape, pinned, config](std::uint64_t number) -> BatchLoss {
    const auto made = std::make_shared<const FamilyBatch>(families.sample(number));
    const auto batch = std::make_shared<const PairBatch>(
        pack_pairs(views_of(*made), written_pairs(*made), pinned));
    return [made, batch, shape, config](const ParameterViews& weights) {
      const torch::Device device = weights.at("token_embedding").device();
      const PairBatch there = batch->to(device);
      const torch::Tensor hidden =
          encode_tokens(shape.encoder, weights, there.sources, config.dropout);
      const torch::Tensor writing =
          writing_loss(shape, weights, there, hidden, config.label_smoothing, config.dropout);
      if (config.vectors == 0) return writing;
      return writing + config.vectors * family_loss(config,
                                                    pool(shape.encoder, there.sources, hidden),
                                                    FamilyTargets::of(*made, device));
    };
  };
  return task;
}

}  // namespace noether::train
