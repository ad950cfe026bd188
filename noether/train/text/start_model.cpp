#include "noether/train/text/start_model.h"

#include <fmt/format.h>

#include "noether/neural/transformer/dequantize_weights.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {

base::Result<neural::ModelFolder> open_start(const std::string& folder, Int8Start int8) {
  const auto format = neural::format_of_model(folder);
  if (!format) return std::unexpected(format.error());
  if (*format != neural::kModelFormat) {
    return base::fail(fmt::format("'{}' is no model of texts in Noether's format", folder), {},
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
  if (const auto problem = training_problem(model->config.transformer)) {
    return base::fail(fmt::format("'{}' cannot be tuned: {}", folder, *problem), {},
                      "encoders such as BERT, ALBERT, RoBERTa and DistilBERT can");
  }
  return model;
}

}  // namespace noether::train
