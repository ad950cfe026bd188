#include "noether/neural/kernels/norms.h"

#include <cmath>

#include "noether/neural/kernels/lanes.h"

namespace noether::neural {
namespace {

// The sum of of(x) over a row, four floats at a time. It uses four sums in parallel, because each
// step depends on the previous one.
template <typename Of>
float sum_of_row(const float* x, std::size_t size, const Of& of) {
  Lanes sum[4] = {};
  std::size_t i = 0;
  for (; i + kWideLanes <= size; i += kWideLanes) {
    for (std::size_t part = 0; part < 4; ++part) sum[part] += of(load(x + i + part * kLanes));
  }
  for (; i < size; i += kLanes) sum[0] += of(load(x + i));
  return sum_of((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

void layer_norm_row(const float* x, const float* weight, const float* bias, std::size_t size,
                    float epsilon, float* out) {
  const float count = static_cast<float>(size);
  const float mean = sum_of_row(x, size, [](Lanes lanes) { return lanes; }) / count;
  const float squares =
      sum_of_row(x, size, [&](Lanes lanes) { return (lanes - mean) * (lanes - mean); });
  const float factor = 1 / std::sqrt(squares / count + epsilon);
  for (std::size_t i = 0; i < size; i += kLanes) {
    store((load(x + i) - mean) * factor * load(weight + i) + load(bias + i), out + i);
  }
}

void root_mean_square_row(const float* x, const float* weight, std::size_t size, float epsilon,
                          float* out) {
  const float squares = sum_of_row(x, size, [](Lanes lanes) { return lanes * lanes; });
  const float factor = 1 / std::sqrt(squares / static_cast<float>(size) + epsilon);
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
