#include "noether/neural/kernels/norms.h"

#include <cmath>

#include "noether/neural/kernels/lanes.h"

namespace noether::neural {
namespace {

void layer_norm_row(const float* x, const float* weight, const float* bias, std::size_t size,
                    float epsilon, float* out) {
  Lanes sum = {};
  for (std::size_t i = 0; i < size; i += kLanes) sum += load(x + i);
  const float count = static_cast<float>(size);
  const float mean = sum_of(sum) / count;
  Lanes squares = {};
  for (std::size_t i = 0; i < size; i += kLanes) {
    const Lanes difference = load(x + i) - mean;
    squares += difference * difference;
  }
  const float factor = 1 / std::sqrt(sum_of(squares) / count + epsilon);
  for (std::size_t i = 0; i < size; i += kLanes) {
    store((load(x + i) - mean) * factor * load(weight + i) + load(bias + i), out + i);
  }
}

void root_mean_square_row(const float* x, const float* weight, std::size_t size, float epsilon,
                          float* out) {
  Lanes squares = {};
  for (std::size_t i = 0; i < size; i += kLanes) squares += load(x + i) * load(x + i);
  const float factor = 1 / std::sqrt(sum_of(squares) / static_cast<float>(size) + epsilon);
  for (std::size_t i = 0; i < size; i += kLanes) {
    store(load(x + i) * factor * load(weight + i), out + i);
  }
}

}  // namespace

void Norm::apply(const float* x, std::size_t rows, float* out) const {
  const std::size_t size = weights.weight.size();
  for (std::size_t at = 0; at < rows * size; at += size) {
    if (kind == NormKind::Layer) {
      layer_norm_row(x + at, weights.weight.data(), weights.bias.data(), size, epsilon, out + at);
    } else {
      root_mean_square_row(x + at, weights.weight.data(), size, epsilon, out + at);
    }
  }
}

}  // namespace noether::neural
