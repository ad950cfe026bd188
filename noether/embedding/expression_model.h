// The folder of an encoder of expressions: config.json, the tokenizer, the weights and a model
// card; and its weights as int8 and back.
#pragma once

#include <cstdint>
#include <span>
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
  // Creates the folder. The config is written last, so a folder that has one is complete.
  base::Result<void> write(const std::string& folder) const;
};

// Converts a float32 model to an int8 one, with a quarter of the bytes and several times the speed.
// Each row of each matrix becomes integer multiples of 1/127 of its largest number; embeddings,
// norms and biases stay float32. A row that already consists of integer multiples of a scale is
// kept exactly: this holds for models trained on the grid and for those that dequantize made.
// Returns an error if the model is int8 already.
base::Result<ExpressionModel> quantize(const ExpressionModel& model);

// Converts an int8 model to float32 with the same weights. Returns an error if the model is float32
// already.
base::Result<ExpressionModel> dequantize(const ExpressionModel& model);

// The difference of the vectors of the same expressions in two models of one width.
struct VectorDifference {
  double mean_cosine = 0;
  double least_cosine = 0;
  // The share of each expression's ten nearest neighbours in the first model that are also among
  // its ten nearest in the second.
  double kept_neighbours = 0;
};
VectorDifference compare_vectors(std::span<const float> a, std::span<const float> b,
                                 std::size_t width);

}  // namespace noether::embedding
