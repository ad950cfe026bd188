// Norms of rows of floats, whose lengths are multiples of 4.
#pragma once

#include <cstddef>
#include <cstdint>

#include "noether/neural/kernels/matrix.h"

namespace noether::neural {

// Layer: weight * (x - mean) / sqrt(variance + epsilon) + bias.
// RootMeanSquare: weight * x / sqrt(mean of x^2 + epsilon).
enum class NormKind : std::uint8_t { Layer, RootMeanSquare };

struct Norm {
  NormKind kind = NormKind::Layer;
  float epsilon = 1e-5F;
  NormWeights weights;

  // `out` may be x. Both have `rows` rows, each as long as the weights.
  void apply(const float* x, std::size_t rows, float* out) const;
};

}  // namespace noether::neural
