// An int8 model of a float32 one, a quarter of the bytes and several times as fast, and back.
#pragma once

#include <span>

#include "noether/base/error.h"
#include "noether/embedding/expression_model.h"

namespace noether::embedding {

// Each row of each matrix becomes whole multiples of 1/127 of its largest number; embeddings, norms
// and biases stay float32. A row that is whole multiples of something already loses nothing: models
// trained so, and those that dequantize made. An error when the model is int8 already.
base::Result<ExpressionModel> quantize(const ExpressionModel& model);

// The float32 model of the same weights. An error when it is float32 already.
base::Result<ExpressionModel> dequantize(const ExpressionModel& model);

// How far vectors of the same expressions are apart in two models of one width.
struct VectorDifference {
  double mean_cosine = 0;
  double least_cosine = 0;
  // Of each expression's ten nearest among the others in the first model, the share that are among
  // its ten nearest in the second.
  double kept_neighbours = 0;
};
VectorDifference compare_vectors(std::span<const float> a, std::span<const float> b,
                                 std::size_t width);

}  // namespace noether::embedding
