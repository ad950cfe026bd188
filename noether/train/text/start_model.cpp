#include "noether/train/text/start_model.h"

#include <fmt/format.h>

#include <optional>

#include "noether/neural/transformer/transformer_weights.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

base::Result<neural::ModelFolder> open_model(const std::string& folder, Int8Start int8) {
  const auto format = neural::format_of_model(folder);
  if (!format) return std::unexpected(format.error());
  if (*format != neural::kModelFormat) {
    return base::fail(fmt::format("'{}' is not a model of texts in Noether's format", folder), {},
                      "noether model import makes one of a model in the layout of transformers");
  }
  auto model = neural::ModelFolder::read(folder);
  if (!model) return std::unexpected(model.error());
  if (int8 == Int8Start::Taken) {
    neural::dequantize_weights(model->weights, model->config.transformer);
  }
  if (model->weights.is_int8() || model->weights.token_embedding.is_int8()) {
    return base::fail(fmt::format("the weights of '{}' are int8", folder), {},
                      "noether model dequantize makes a float32 model of it");
  }
  return model;
}

// Why a model of the other kind, or one that LibTorch has no code for here, cannot be trained.
base::Result<void> check_trained(const neural::ModelFolder& model, const std::string& folder,
                                 std::optional<std::string> problem, const char* can) {
  if (!problem) problem = training_problem(model.config.transformer);
  if (!problem) return {};
  return base::fail(fmt::format("'{}' cannot be tuned: {}", folder, *problem), {},
                    fmt::format("{} can", can));
}

}  // namespace

base::Result<neural::ModelFolder> open_start(const std::string& folder, Int8Start int8) {
  auto model = open_model(folder, int8);
  if (!model) return model;
  std::optional<std::string> problem;
  if (model->config.transformer.causal) problem = "it reads from left to right only";
  const auto good = check_trained(*model, folder, problem,
                                  "encoders such as BERT, ALBERT, RoBERTa and DistilBERT");
  if (!good) return std::unexpected(good.error());
  return model;
}

base::Result<neural::ModelFolder> open_decoder(const std::string& folder) {
  auto model = open_model(folder, Int8Start::Refused);
  if (!model) return model;
  const neural::TransformerConfig& transformer = model->config.transformer;
  std::optional<std::string> problem;
  if (!transformer.causal || !transformer.head.next) problem = "it does not write texts";
  const auto good = check_trained(*model, folder, problem, "decoders such as GPT-2");
  if (!good) return std::unexpected(good.error());
  return model;
}

}  // namespace noether::train
