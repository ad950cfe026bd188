#include "noether/train/seq2seq/train_seq2seq.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "noether/train/core/checkpoint.h"
#include "noether/train/expression/retrieval_validation.h"
#include "noether/train/expression/saved_model.h"
#include "noether/train/seq2seq/seq2seq_model.h"
#include "noether/train/variety/family_training.h"

namespace noether::train {
namespace {

// Enough sequences for two digits of a score, and always the same ones.
constexpr std::uint64_t kValidationBatches = 8;

PairBatch pair_batch(const BatchSampler& pairs, std::uint64_t number, bool pinned) {
  std::vector<std::span<const neural::TokenId>> sampled;
  pairs.sample(number, sampled);
  const auto all = std::span(std::as_const(sampled));
  const std::size_t half = all.size() / 2;
  return pack_pairs(all.first(half), all.subspan(half), pinned);
}

// Scores over all target tokens, each predicted from the right ones before it.
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
    // std::function copies its target; the shared pointer avoids copying the tensors.
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

namespace {

// A corpus and its pairs, which must not move.
struct PairSource {
  EncodedCorpus corpus;
  std::optional<BatchSampler> pairs;

  base::Result<void> open(const std::string& folder,
                          const embedding::ExpressionTokenizer& tokenizer,
                          const TrainingConfig& config, const LoopOptions& options) {
    auto loaded = load_corpus(folder, tokenizer, config, options);
    if (!loaded) return std::unexpected(loaded.error());
    corpus = std::move(*loaded);
    auto sampler = BatchSampler::create(corpus, nullptr, pairs_only(config));
    if (!sampler) return std::unexpected(sampler.error());
    pairs.emplace(std::move(*sampler));
    return {};
  }
};

// Validates the encoder half as any other encoder.
void score_embeddings(const TrainingConfig& config, const embedding::ExpressionTokenizer& tokenizer,
                      const EncodedCorpus& held_out, TrainingTask& task) {
  task.validate = [of_decoder = task.validate,
                   retrieval = std::make_shared<const RetrievalValidation>(held_out, nullptr),
                   shape = encoder_shape(config.model, tokenizer)](const ParameterViews& weights) {
    Scores scores = of_decoder(weights);
    const torch::Device device = weights.at("token_embedding").device();
    const Scores of_encoder = retrieval->score(shape, weights, device);
    scores.insert(scores.end(), of_encoder.begin(), of_encoder.end());
    return scores;
  };
}

}  // namespace

base::Result<void> train_seq2seq(const TrainingConfig& config, const Seq2seqData& data,
                                 const LoopOptions& options) {
  const auto tokenizer = embedding::ExpressionTokenizer::standard();
  PairSource training;
  if (auto opened = training.open(data.corpus, tokenizer, config, options); !opened) return opened;
  PairSource held_out;
  if (!data.validation.empty()) {
    if (auto opened = held_out.open(data.validation, tokenizer, config, options); !opened) {
      return opened;
    }
  }
  const BatchSampler* const validation = held_out.pairs ? &*held_out.pairs : nullptr;
  const bool pinned = options.device.is_cuda();
  std::optional<Families> families;
  TrainingTask task;
  if (config.loss == LossKind::Families) {
    auto opened = Families::open(training.corpus, held_out_of(data.held_out, data.validation),
                                 tokenizer, config, options);
    if (!opened) return std::unexpected(opened.error());
    families.emplace(std::move(*opened));
    task = seq2seq_task(config, tokenizer, families->sampler, validation, pinned);
    task.data = families->identity;
  } else {
    task = seq2seq_task(config, tokenizer, *training.pairs, validation, pinned);
    task.data = training.corpus.identity;
  }
  if (task.validate) score_embeddings(config, tokenizer, held_out.corpus, task);
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

base::Result<OpenSeq2seq> open_seq2seq(const std::string& path) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  const std::string file = is_folder ? checkpoint_path(path) : path;
  const auto checkpoint = load_checkpoint(file);
  if (!checkpoint) return std::unexpected(checkpoint.error());
  const auto config = read_config(checkpoint->config, file);
  if (!config) return std::unexpected(config.error());
  if (config->kind != ModelKind::Seq2seq) {
    return base::fail(fmt::format("'{}' is an encoder and writes no expressions", file), {},
                      "name a run of noether-train seq2seq");
  }
  auto tokenizer = embedding::ExpressionTokenizer::from_json(checkpoint->tokenizer);
  if (!tokenizer) return std::unexpected(tokenizer.error());
  OpenSeq2seq model{seq2seq_shape(*config, *tokenizer), std::move(*tokenizer), {}};

  const std::vector<ParameterSpec> specs = seq2seq_parameters(model.shape);
  torch::Tensor flat = checkpoint->weights;
  if (count_of(specs) != flat.numel() || flat.scalar_type() != torch::kFloat32) {
    return base::fail(
        fmt::format("'{}' does not have the weights that its configuration describes", file));
  }
  // A checkpoint has the weights before rounding; the trained model uses the rounded ones.
  if (config->grid == WeightGrid::Int8) flat = on_int8_grid(flat, specs);
  std::int64_t begin = 0;
  for (const ParameterSpec& spec : specs) {
    const std::int64_t size = spec.count();
    model.weights.emplace(spec.name, flat.narrow(0, begin, size).view(spec.shape));
    begin += size;
  }
  return model;
}

}  // namespace noether::train
