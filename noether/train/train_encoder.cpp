#include "noether/train/train_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "noether/train/core/random_stream.h"
#include "noether/train/expression/encoded_corpus.h"
#include "noether/train/expression/loss.h"
#include "noether/train/expression/retrieval_validation.h"
#include "noether/train/expression/saved_model.h"
#include "noether/train/variety/family_training.h"

namespace noether::train {
namespace {

base::Result<std::optional<EncodedCorpus>> load_if_named(
    const std::string& folder, const embedding::ExpressionTokenizer& tokenizer,
    const TrainingConfig& config, const LoopOptions& options) {
  if (folder.empty()) return std::optional<EncodedCorpus>();
  auto corpus = load_corpus(folder, tokenizer, config, options);
  if (!corpus) return std::unexpected(corpus.error());
  return std::optional(std::move(*corpus));
}

base::Result<std::optional<RetrievalValidation>> open_validation(
    const EncoderData& data, const embedding::ExpressionTokenizer& tokenizer,
    const TrainingConfig& config, const LoopOptions& options) {
  if (data.validation.empty()) return std::optional<RetrievalValidation>();
  const auto corpus = load_corpus(data.validation, tokenizer, config, options);
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

// Makes the batches of a run and owns the data for it.
struct Batches {
  std::function<BatchLoss(std::uint64_t)> make;
  std::uint64_t expressions_per_batch = 0;
  std::uint64_t data = 0;  // TrainingTask::data
};

// Chooses the parts of a batch's expressions that are read as tokens.
embedding::PartValues::Opens opens_parts(const TrainingConfig& config, std::uint64_t batch) {
  if (config.opened == 0) return {};
  return [share = config.opened, random = RandomStream(seed_of(config.seed + 2, batch))]() mutable {
    return random.chance(share);
  };
}

// Batches of the corpus's own clusters: anchors, positives and negatives.
base::Result<Batches> open_pairs(const TrainingConfig& config, const EncoderData& data,
                                 const embedding::ExpressionTokenizer& tokenizer,
                                 const EncodedCorpus& corpus, const LoopOptions& options) {
  auto loaded = load_if_named(data.distractors, tokenizer, config, options);
  if (!loaded) return std::unexpected(loaded.error());
  const auto distractors = std::make_shared<const std::optional<EncodedCorpus>>(std::move(*loaded));
  auto created = BatchSampler::create(corpus, *distractors ? &**distractors : nullptr, config);
  if (!created) return std::unexpected(created.error());
  const auto sampler = std::make_shared<const BatchSampler>(std::move(*created));
  const std::uint64_t negatives =
      config.negatives == Negatives::None ? 0 : config.negatives_per_anchor;
  const auto make = [=, &config, &options, shape = encoder_shape(config.model, tokenizer)](
                        std::uint64_t number) -> BatchLoss {
    (void)distractors;  // the memory belongs to the sampler
    thread_local std::vector<std::span<const neural::TokenId>> expressions;
    sampler->sample(number, expressions);
    const auto batch = std::make_shared<const PackedBatch>(
        pack(shape, expressions, options.device.is_cuda(), opens_parts(config, number)));
    const auto anchors = static_cast<std::int64_t>(sampler->batch_size());
    return [=, &config, &options](const ParameterViews& weights) {
      return contrastive_loss(config, shape, weights, batch->to(options.device), anchors);
    };
  };
  const std::uint64_t identity =
      *distractors ? seed_of(corpus.identity, (*distractors)->identity) : corpus.identity;
  return Batches{make, sampler->batch_size() * (2 + negatives), identity};
}

// An encoder whose vectors a new one learns. It may have another size and another input, so it
// packs expressions in its own way.
struct Teacher {
  EncoderShape shape;
  ParameterViews weights;
  std::uint64_t identity = 0;

  torch::Tensor embed(const PackedBatch& batch) const {
    const torch::NoGradGuard no_graph;
    return train::embed(shape, weights, batch);
  }
};

base::Result<std::shared_ptr<const Teacher>> open_teacher(
    const TrainingConfig& config, const EncoderData& data,
    const embedding::ExpressionTokenizer& tokenizer, torch::Device device) {
  if (data.teacher.empty()) return nullptr;
  auto model = open_model(data.teacher);
  if (!model) return std::unexpected(model.error());
  if (model->tokenizer.to_json() != tokenizer.to_json() ||
      model->shape.width != config.model.width || model->shape.positions < config.model.positions) {
    return base::fail(fmt::format("the encoder in '{}' cannot teach this one", data.teacher), {},
                      "both must have the same tokenizer and width, and the teacher must read at "
                      "least as many tokens");
  }
  Teacher teacher{std::move(model->shape), std::move(model->weights), model->identity};
  for (auto& [name, weight] : teacher.weights) weight = weight.to(device, compute_type(device));
  return std::make_shared<const Teacher>(std::move(teacher));
}

// Batches of new clusters generated from those of the corpus.
base::Result<Batches> open_families(const TrainingConfig& config, const EncoderData& data,
                                    const embedding::ExpressionTokenizer& tokenizer,
                                    const EncodedCorpus& corpus, const LoopOptions& options) {
  auto opened = Families::open(corpus, held_out_of(data.held_out, data.validation), tokenizer,
                               config, options);
  if (!opened) return std::unexpected(opened.error());
  const auto families = std::make_shared<const Families>(std::move(*opened));
  auto learned = open_teacher(config, data, tokenizer, options.device);
  if (!learned) return std::unexpected(learned.error());
  const std::shared_ptr<const Teacher> teacher = std::move(*learned);
  const auto make = [=, &config, &options, shape = encoder_shape(config.model, tokenizer)](
                        std::uint64_t number) -> BatchLoss {
    const auto made = std::make_shared<const FamilyBatch>(families->sampler.sample(number));
    const auto batch = std::make_shared<const PackedBatch>(
        pack(shape, views_of(*made), options.device.is_cuda(), opens_parts(config, number)));
    const auto taught = std::make_shared<const PackedBatch>(
        teacher ? pack(teacher->shape, views_of(*made), options.device.is_cuda()) : PackedBatch());
    return [=, &config, &options](const ParameterViews& weights) {
      const torch::Tensor vectors =
          embed(shape, weights, batch->to(options.device), config.dropout);
      const torch::Tensor loss =
          family_loss(config, vectors, FamilyTargets::of(*made, options.device));
      if (!teacher) return loss;
      const torch::Tensor distance =
          teacher_loss(vectors, teacher->embed(taught->to(options.device)));
      return torch::stack({loss + config.teacher * distance, distance.detach()});
    };
  };
  const std::uint64_t identity =
      teacher ? seed_of(families->identity, teacher->identity) : families->identity;
  return Batches{make, families->sampler.expressions_per_batch(), identity};
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
  if ((config.teacher > 0) == data.teacher.empty()) {
    return base::fail(data.teacher.empty() ? "teacher=WEIGHT in the configuration needs --teacher"
                                           : "--teacher needs teacher=WEIGHT in the line loss",
                      {}, "give both or neither");
  }
  const auto tokenizer = embedding::ExpressionTokenizer::standard();
  EncodedCorpus corpus;
  for (const std::string& folder : data.corpora) {
    const auto part = load_corpus(folder, tokenizer, config, options);
    if (!part) return std::unexpected(part.error());
    append(corpus, *part);
  }
  const auto validation = open_validation(data, tokenizer, config, options);
  if (!validation) return std::unexpected(validation.error());
  const auto batches = config.loss == LossKind::Families
                           ? open_families(config, data, tokenizer, corpus, options)
                           : open_pairs(config, data, tokenizer, corpus, options);
  if (!batches) return std::unexpected(batches.error());

  const EncoderShape shape = encoder_shape(config.model, tokenizer);
  TrainingTask task;
  task.parameters = encoder_parameters(shape);
  task.config = config_text(config);
  task.tokenizer = tokenizer.to_json();
  task.examples_per_batch = batches->expressions_per_batch;
  task.make_batch = batches->make;
  task.data = batches->data;
  if (config.teacher > 0) task.loss_parts = {"teacher"};
  if (*validation) {
    task.validate = [&](const ParameterViews& weights) {
      return (*validation)->score(shape, weights, options.device);
    };
  }
  if (!data.from.empty()) {
    auto weights =
        load_starting_weights(data.from, config.model, task.tokenizer, count_of(task.parameters));
    if (!weights) return std::unexpected(weights.error());
    task.begin = std::move(*weights);
  }
  if (auto trained = run_training(config, task, options); !trained) return trained;
  const auto checkpoint = load_checkpoint(checkpoint_path(options.folder));
  if (!checkpoint) return std::unexpected(checkpoint.error());
  return export_model(*checkpoint, options.folder + "/model");
}

}  // namespace noether::train
