// An int8 model of a float32 one, a quarter of the bytes and several times as fast, and back.
#pragma once

#include <span>

#include "noether/base/error.h"
#include "noether/embedding/expression_model.h"

namespace noether::embedding {

// Each row of each matrix becomes integer multiples of 1/127 of its largest number; embeddings,
// norms and biases stay float32. A row that already consists of integer multiples of a scale is
// kept exactly: this holds for models trained on the grid and for those that dequantize made.
// Returns an error if the model is int8 already.
base::Result<ExpressionModel> quantize(const ExpressionModel& model);

// The float32 model of the same weights. An error when it is float32 already.
base::Result<ExpressionModel> dequantize(const ExpressionModel& model);

// The difference of the vectors of the same expressions in two models of one width.
struct VectorDifference {
  double mean_cosine = 0;
  double least_cosine = 0;
  // The share of each expression's ten nearest in the first model that are among its ten nearest in
  // the second.
  double kept_neighbours = 0;
};
VectorDifference compare_vectors(std::span<const float> a, std::span<const float> b,
                                 std::size_t width);

}  // namespace noether::embedding
