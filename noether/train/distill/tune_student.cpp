#include "noether/train/distill/tune_student.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "noether/neural/model/model_folder.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/cross/training_lists.h"
#include "noether/train/distill/list_student.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/tune_text.h"

namespace noether::train {

base::Result<void> tune_student(const DistillConfig& config, const StudentData& data,
                                const LoopOptions& options) {
  // Shipped models are int8, and training with the losses for graded lists should start from them.
  const bool is_distilled = config.loss == DistillLossKind::Distill;
  auto model = open_start(data.start, is_distilled ? Int8Start::Refused : Int8Start::Taken);
  if (!model) return std::unexpected(model.error());
  const neural::TransformerConfig& transformer = model->config.transformer;
  if (std::max(config.question_tokens, config.text_tokens) > transformer.max_positions) {
    return base::fail(
        fmt::format("'{}' reads at most {} tokens, fewer than question_tokens or text_tokens",
                    data.start, transformer.max_positions));
  }
  const ListReading source = {data.start, model->config, options.quiet};
  const auto lists = load_lists(data.lists, source);
  if (!lists) return std::unexpected(lists.error());
  const auto sampler = StudentSampler::create(*lists, config);
  if (!sampler) return std::unexpected(sampler.error());
  neural::TokenizedLists held_out;
  std::optional<StudentSampler> validation;
  if (!data.validation.empty()) {
    auto loaded = load_lists(std::span(&data.validation, 1), source);
    if (!loaded) return std::unexpected(loaded.error());
    held_out = std::move(*loaded);
    DistillConfig any_number = config;
    any_number.batch = 1;
    // Validation uses texts of all grades.
    if (!is_distilled) any_number.loss = DistillLossKind::Contrastive;
    auto made = StudentSampler::create(held_out, any_number);
    if (!made) return std::unexpected(made.error());
    validation = std::move(*made);
  }

  TrainingTask task;
  task.parameters = text_parameters(transformer);
  task.begin = flat_weights(transformer, model->weights);
  task.config = distill_config_text(config);
  task.data = lists->identity();
  task.examples_per_batch = std::uint64_t{config.batch} * (1 + config.texts);
  task.make_batch = [&](std::uint64_t number) -> BatchLoss {
    const auto batch = std::make_shared<const StudentBatch>(read_student_batch(
        *lists, config, *sampler, sampler->sample(number), options.device.is_cuda()));
    return [&, batch](const ParameterViews& weights) {
      return student_loss(config, transformer, weights, batch->to(options.device));
    };
  };
  if (validation) {
    task.validate = [&](const ParameterViews& weights) {
      return score_student(held_out, config, *validation, transformer, weights);
    };
    if (!is_distilled) task.best_by = "spearman";
    task.validates_first = !is_distilled;
  }
  if (auto trained = run_training(config, task, options); !trained) return trained;
  const auto checkpoint = load_checkpoint(task.best_by.empty() ? checkpoint_path(options.folder)
                                                               : best_path(options.folder));
  if (!checkpoint) return std::unexpected(checkpoint.error());
  return write_tuned(std::move(*model), data.start, checkpoint->weights, options.folder + "/model");
}

}  // namespace noether::train
