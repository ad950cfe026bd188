#include "noether/train/train_encoder.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "noether/train/batch_sampler.h"
#include "noether/train/loss.h"
#include "noether/train/model_export.h"
#include "noether/train/retrieval_validation.h"

namespace noether::train {
namespace {

base::Result<EncodedCorpus> load(const std::string& folder,
                                 const neural::ExpressionTokenizer& tokenizer,
                                 const TrainingConfig& config, const LoopOptions& options) {
  auto corpus = load_corpus(folder, tokenizer, {config.model.positions - 2, 0});
  if (corpus && !options.quiet) {
    fmt::print(stderr, "{}: {} clusters, {} expressions, {} of them left out\n", folder,
               corpus->clusters(), corpus->members(), corpus->left_out);
  }
  return corpus;
}

base::Result<std::optional<EncodedCorpus>> load_if_named(
    const std::string& folder, const neural::ExpressionTokenizer& tokenizer,
    const TrainingConfig& config, const LoopOptions& options) {
  if (folder.empty()) return std::optional<EncodedCorpus>();
  auto corpus = load(folder, tokenizer, config, options);
  if (!corpus) return std::unexpected(corpus.error());
  return std::optional(std::move(*corpus));
}

base::Result<std::optional<RetrievalValidation>> open_validation(
    const EncoderData& data, const neural::ExpressionTokenizer& tokenizer,
    const TrainingConfig& config, const LoopOptions& options) {
  if (data.validation.empty()) return std::optional<RetrievalValidation>();
  const auto corpus = load(data.validation, tokenizer, config, options);
  if (!corpus) return std::unexpected(corpus.error());
  const auto distractors = load_if_named(data.validation_distractors, tokenizer, config, options);
  if (!distractors) return std::unexpected(distractors.error());
  if (*distractors) {
    if (const auto parallel = check_parallel(*corpus, **distractors); !parallel) {
      return std::unexpected(parallel.error());
    }
  }
  return RetrievalValidation(*corpus, *distractors ? &**distractors : nullptr);
}

}  // namespace

torch::Tensor contrastive_loss(const TrainingConfig& config, const EncoderShape& shape,
                               const ParameterViews& weights, const PackedBatch& batch,
                               std::int64_t anchors) {
  const torch::Tensor vectors = embed(shape, weights, batch, config.dropout);
  const torch::Tensor anchor = vectors.narrow(0, 0, anchors);
  const torch::Tensor positive = vectors.narrow(0, anchors, anchors);
  const torch::Tensor negative = vectors.narrow(0, 2 * anchors, vectors.size(0) - 2 * anchors);
  return config.loss == LossKind::Triplet
             ? triplet_loss(anchor, positive, negative, config.temperature)
             : in_batch_loss(anchor, positive, negative, config.temperature);
}

base::Result<void> train_encoder(const TrainingConfig& config, const EncoderData& data,
                                 const LoopOptions& options) {
  const auto tokenizer = neural::ExpressionTokenizer::standard();
  const auto corpus = load(data.corpus, tokenizer, config, options);
  if (!corpus) return std::unexpected(corpus.error());
  const auto distractors = load_if_named(data.distractors, tokenizer, config, options);
  if (!distractors) return std::unexpected(distractors.error());
  const auto validation = open_validation(data, tokenizer, config, options);
  if (!validation) return std::unexpected(validation.error());
  const auto sampler =
      BatchSampler::create(*corpus, *distractors ? &**distractors : nullptr, config);
  if (!sampler) return std::unexpected(sampler.error());

  const EncoderShape shape = encoder_shape(config.model, tokenizer);
  const auto anchors = static_cast<std::int64_t>(sampler->batch_size());
  TrainingTask task;
  task.parameters = encoder_parameters(shape);
  task.tokenizer = tokenizer.to_json();
  const std::uint64_t negatives =
      config.negatives == Negatives::None ? 0 : config.negatives_per_anchor;
  task.expressions_per_batch = sampler->batch_size() * (2 + negatives);
  task.make_batch = [&](std::uint64_t number) -> BatchLoss {
    thread_local std::vector<std::span<const std::uint16_t>> expressions;
    sampler->sample(number, expressions);
    const auto batch =
        std::make_shared<const PackedBatch>(pack(expressions, options.device.is_cuda()));
    return [&, batch](const ParameterViews& weights) {
      return contrastive_loss(config, shape, weights, batch->to(options.device), anchors);
    };
  };
  if (*validation) {
    task.validate = [&](const ParameterViews& weights) {
      return (*validation)->score(shape, weights, options.device);
    };
  }
  if (auto trained = run_training(config, task, options); !trained) return trained;
  const auto checkpoint = load_checkpoint(checkpoint_path(options.folder));
  if (!checkpoint) return std::unexpected(checkpoint.error());
  return export_model(*checkpoint, options.folder + "/model");
}

}  // namespace noether::train
