#include "noether/train/text/tune_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "noether/train/core/checkpoint.h"
#include "noether/train/text/pair_loss.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/training_pairs.h"

namespace noether::train {
namespace {

constexpr std::size_t kTextsTogether = 64;

// Computes the vectors of many texts in parts.
struct EmbeddedTexts {
  torch::Tensor texts;
  torch::Tensor tokens;
  std::vector<std::int64_t> lengths;
};

EmbeddedTexts embed_some(const neural::TransformerConfig& model, const ParameterViews& weights,
                         std::span<const std::vector<neural::TokenId>> texts) {
  const torch::Device device = weights.at("token_embedding").device();
  EmbeddedTexts all;
  std::vector<torch::Tensor> of_texts;
  std::vector<torch::Tensor> of_tokens;
  for (std::size_t begin = 0; begin < texts.size(); begin += kTextsTogether) {
    const TextBatch batch = pack_texts(
        texts.subspan(begin, std::min(kTextsTogether, texts.size() - begin)), /*pinned=*/false);
    const TextVectors vectors = embed_texts(model, weights, batch.to(device));
    of_texts.push_back(vectors.texts);
    of_tokens.push_back(vectors.tokens);
    all.lengths.insert(all.lengths.end(), batch.lengths.begin(), batch.lengths.end());
  }
  all.texts = torch::cat(of_texts);
  all.tokens = torch::cat(of_tokens);
  return all;
}

// Computes rows in parts, so that the places of all maxima are never in memory at once.
torch::Tensor all_late_scores(const EmbeddedTexts& first, const EmbeddedTexts& second) {
  std::vector<torch::Tensor> rows;
  std::int64_t token = 0;
  const auto lengths = std::span(first.lengths);
  for (std::size_t begin = 0; begin < lengths.size(); begin += kTextsTogether) {
    const auto part = lengths.subspan(begin, std::min(kTextsTogether, lengths.size() - begin));
    const std::int64_t tokens = std::accumulate(part.begin(), part.end(), std::int64_t{0});
    rows.push_back(late_scores({first.tokens.narrow(0, token, tokens), part},
                               {second.tokens, second.lengths}));
    token += tokens;
  }
  return torch::cat(rows);
}

}  // namespace

PairValidation::PairValidation(const TokenizedPairs& pairs, const TextConfig& config,
                               std::uint64_t max_pairs) {
  const std::uint64_t count = std::min(pairs.size(), max_pairs);
  std::vector<std::uint32_t> groups;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t pair = i * pairs.size() / count;
    first_.push_back(text_window(pairs, pairs.first(pair), 0, config.first_tokens));
    second_.push_back(text_window(pairs, pairs.second(pair), 0, config.second_tokens));
    groups.push_back(pairs.groups[pair]);
  }
  left_out_ = same_group(groups);
}

Scores PairValidation::score(const neural::TransformerConfig& model,
                             const ParameterViews& weights) const {
  const torch::NoGradGuard no_graph;
  const EmbeddedTexts first = embed_some(model, weights, first_);
  const EmbeddedTexts second = embed_some(model, weights, second_);
  const torch::Tensor left_out = left_out_.to(first.texts.device());
  const PairRanks texts = rank_partners(torch::matmul(first.texts, second.texts.t()), left_out);
  const PairRanks late = rank_partners(all_late_scores(first, second), left_out);
  return {{"recall", texts.recall},
          {"mrr", texts.mrr},
          {"late_recall", late.recall},
          {"late_mrr", late.mrr}};
}

PairRanks rank_partners(const torch::Tensor& scores, const torch::Tensor& left_out) {
  const torch::Tensor own = scores.diagonal().unsqueeze(1);
  // Others with the same score rank before it, so that a model that gives equal scores finds
  // nothing.
  torch::Tensor is_before = (scores >= own).logical_and(left_out.logical_not());
  is_before.diagonal().fill_(false);
  const torch::Tensor ranks = is_before.sum(1).to(torch::kFloat64) + 1;
  return {(ranks == 1).to(torch::kFloat64).mean().item<double>(),
          ranks.reciprocal().mean().item<double>()};
}

using neural::ModelFolder;

namespace {

base::Result<void> check_window(const ModelFolder& model, const TuneData& data,
                                const TextConfig& config) {
  const std::uint32_t positions = model.config.transformer.max_positions;
  if (std::max(config.first_tokens, config.second_tokens) <= positions) return {};
  return base::fail(
      fmt::format("'{}' reads at most {} tokens, fewer than first_tokens or second_tokens",
                  data.start, positions));
}

}  // namespace

base::Result<void> write_tuned(ModelFolder model, const std::string& start,
                               const torch::Tensor& weights, const std::string& folder) {
  set_weights(model.config.transformer, weights, model.weights);
  model.config.pooling = neural::Pooling::Mean;  // the pooling it was tuned for
  model.config.weights_file = "model.safetensors";
  if (auto copied = neural::copy_tokenizer(start, folder); !copied) {
    return std::unexpected(copied.error());
  }
  return model.write(folder);
}

base::Result<void> tune_text(const TextConfig& config, const TuneData& data,
                             const LoopOptions& options) {
  auto model = open_start(data.start);
  if (!model) return std::unexpected(model.error());
  if (auto good = check_window(*model, data, config); !good) return good;
  const PairReading source = {data.start, model->config, config.pair_kinds, options.quiet};
  const auto pairs = load_pairs(data.pairs, source);
  if (!pairs) return std::unexpected(pairs.error());
  const auto sampler = PairSampler::create(*pairs, config);
  if (!sampler) return std::unexpected(sampler.error());
  std::optional<PairValidation> validation;
  if (!data.validation.empty()) {
    const auto held_out = load_pairs(std::span(&data.validation, 1), source);
    if (!held_out) return std::unexpected(held_out.error());
    validation.emplace(*held_out, config);
  }

  const neural::TransformerConfig& transformer = model->config.transformer;
  TrainingTask task;
  task.parameters = text_parameters(transformer);
  task.begin = flat_weights(transformer, model->weights);
  task.config = text_config_text(config);
  task.data = pairs->identity();
  task.examples_per_batch = 2 * std::uint64_t{config.batch};
  task.make_batch = [&](std::uint64_t number) -> BatchLoss {
    const SampledPairs sampled = sampler->sample(number);
    const auto batch =
        std::make_shared<const TextBatch>(pack_texts(sampled.texts, options.device.is_cuda()));
    torch::Tensor left_out = same_group(sampled.groups);
    if (options.device.is_cuda()) left_out = left_out.pin_memory();
    return [&, batch, left_out](const ParameterViews& weights) {
      return pair_loss(config, transformer, weights, batch->to(options.device),
                       left_out.to(options.device, /*non_blocking=*/true));
    };
  };
  if (validation) {
    task.validate = [&](const ParameterViews& weights) {
      return validation->score(transformer, weights);
    };
  }
  if (auto trained = run_training(config, task, options); !trained) return trained;
  const auto checkpoint = load_checkpoint(checkpoint_path(options.folder));
  if (!checkpoint) return std::unexpected(checkpoint.error());
  return write_tuned(std::move(*model), data.start, checkpoint->weights, options.folder + "/model");
}

}  // namespace noether::train
