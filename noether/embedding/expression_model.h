// The folder of an encoder of expressions: config.json, the tokenizer, the weights and a model
// card.
#pragma once

#include <cstdint>
#include <string>

#include "noether/base/error.h"
#include "noether/embedding/expression_model_config.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/neural/transformer/transformer_weights.h"

namespace noether::embedding {

struct ExpressionModel {
  ExpressionModelConfig config;
  ExpressionTokenizer tokenizer;
  neural::TransformerWeights weights;
  std::uint64_t weight_bytes = 0;  // of the file

  neural::TransformerConfig transformer() const { return config.transformer(tokenizer.size()); }

  // Errors name the file and the problem.
  static base::Result<ExpressionModel> read(const std::string& folder);
  // Makes the folder; the config comes last, so a folder that has one is whole.
  base::Result<void> write(const std::string& folder) const;
};

}  // namespace noether::embedding
