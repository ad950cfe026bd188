#include "noether/train/expression/starting_weights.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "noether/train/core/checkpoint.h"
#include "noether/train/expression/config.h"
#include "noether/train/expression/model_export.h"

namespace noether::train {
namespace {

struct Found {
  EncoderShape shape;
  embedding::ExpressionTokenizer tokenizer;
  torch::Tensor weights;
};

base::Result<Found> in_model(const std::string& folder) {
  auto model = open_model(folder);
  if (!model) return std::unexpected(std::move(model.error()));
  std::vector<torch::Tensor> parts;
  for (const ParameterSpec& spec : encoder_parameters(model->shape)) {
    parts.push_back(model->weights.at(spec.name).flatten());
  }
  return Found{model->shape, std::move(model->tokenizer), torch::cat(parts)};
}

base::Result<Found> in_checkpoint(const std::string& path) {
  auto checkpoint = load_checkpoint(path);
  if (!checkpoint) return std::unexpected(std::move(checkpoint.error()));
  const auto config = read_config(checkpoint->config, "the checkpoint's configuration");
  if (!config) return std::unexpected(config.error());
  auto tokenizer = embedding::ExpressionTokenizer::from_json(checkpoint->tokenizer);
  if (!tokenizer) return std::unexpected(std::move(tokenizer.error()));
  const EncoderShape shape = encoder_shape(config->model, *tokenizer);
  return Found{shape, std::move(*tokenizer), checkpoint->weights};
}

}  // namespace

base::Result<torch::Tensor> load_starting_weights(const std::string& path,
                                                  const embedding::ExpressionModelConfig& model,
                                                  const std::string& tokenizer, std::int64_t most) {
  std::error_code no_answer;  // what is no folder is read as a file, which says what is wrong
  const bool is_folder = std::filesystem::is_directory(path, no_answer);
  const auto found = is_folder ? in_model(path) : in_checkpoint(path);
  if (!found) return std::unexpected(found.error());
  if (found->tokenizer.to_json() != tokenizer ||
      found->shape != encoder_shape(model, found->tokenizer)) {
    return base::fail(fmt::format("the model of '{}' has another shape or tokenizer", path));
  }
  if (found->weights.numel() > most) {
    return base::fail(
        fmt::format("'{}' has more weights than the model", path), {},
        "an encoder begins with the encoder half of a seq2seq run, in its folder model");
  }
  return found->weights;
}

}  // namespace noether::train
