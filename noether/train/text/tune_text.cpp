#include "noether/train/text/tune_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "noether/neural/model/model_folder.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/text/load_pairs.h"
#include "noether/train/text/pair_loss.h"
#include "noether/train/text/pair_sampler.h"
#include "noether/train/text/pair_validation.h"
#include "noether/train/text/start_model.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {

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
  model.config.pooling = neural::Pooling::Mean;  // what it was tuned for
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
