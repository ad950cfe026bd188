#include "noether/neural/quantize.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace noether::neural {
namespace {

constexpr std::size_t kNeighbours = 10;
constexpr float kMostSteps = 127;

float whole_multiple(float value, float scale) {
  return std::clamp(std::round(value / scale), -kMostSteps, kMostSteps);
}

// The scale of which all numbers are whole multiples, exactly, if there is one; the finest that
// int8 numbers have room for.
std::optional<float> scale_of_grid(std::span<const float> values, float largest) {
  constexpr int kOff = 2;  // how far the rounded quotient may be off, in floats
  for (int steps = static_cast<int>(kMostSteps); steps >= 1; --steps) {
    float scale = largest / static_cast<float>(steps);
    for (int i = 0; i < kOff; ++i) scale = std::nextafter(scale, 0.0F);
    for (int i = -kOff; i <= kOff; ++i, scale = std::nextafter(scale, largest)) {
      if (scale > 0 && std::ranges::all_of(values, [&](float value) {
            return whole_multiple(value, scale) * scale == value;
          })) {
        return scale;
      }
    }
  }
  return std::nullopt;
}

void quantize_rows(Matrix& matrix) {
  matrix.quantized.resize(matrix.rows * matrix.columns);
  matrix.scales.resize(matrix.rows);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const auto values = std::span(matrix.values).subspan(row * matrix.columns, matrix.columns);
    float largest = 0;
    for (const float value : values) largest = std::max(largest, std::abs(value));
    const float scale =
        largest > 0 ? scale_of_grid(values, largest).value_or(largest / kMostSteps) : 0;
    matrix.scales[row] = scale;
    for (std::size_t column = 0; column < matrix.columns; ++column) {
      matrix.quantized[row * matrix.columns + column] =
          static_cast<std::int8_t>(scale > 0 ? whole_multiple(values[column], scale) : 0);
    }
  }
  matrix.values.clear();
}

void dequantize_rows(Matrix& matrix) {
  matrix.values.resize(matrix.rows * matrix.columns);
  for (std::size_t i = 0; i < matrix.values.size(); ++i) {
    matrix.values[i] = static_cast<float>(matrix.quantized[i]) * matrix.scales[i / matrix.columns];
  }
  matrix.quantized.clear();
  matrix.scales.clear();
}

void change_matrices(EncoderWeights& weights, void (*change)(Matrix&)) {
  if (weights.values.weight.rows > 0) change(weights.values.weight);
  for (LayerWeights& layer : weights.layers) {
    for (LinearWeights* linear : {&layer.attention_in, &layer.attention_out, &layer.feed_forward_in,
                                  &layer.feed_forward_out}) {
      change(linear->weight);
    }
  }
}

double dot(std::span<const float> a, std::span<const float> b) {
  return std::transform_reduce(
      a.begin(), a.end(), b.begin(), 0.0, std::plus<>(),
      [](float x, float y) { return static_cast<double>(x) * static_cast<double>(y); });
}

// Ascending, without `of` itself.
std::vector<std::size_t> nearest(std::span<const float> vectors, std::size_t width,
                                 std::size_t of) {
  const std::size_t count = vectors.size() / width;
  std::vector<float> cosine(count, -2);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  const auto vector = [&](std::size_t i) { return vectors.subspan(i * width, width); };
  for (std::size_t i = 0; i < count; ++i) {
    if (i != of) cosine[i] = static_cast<float>(dot(vector(of), vector(i)));
  }
  const std::size_t kept = std::min(kNeighbours, count - 1);
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(kept),
                            [&](std::size_t a, std::size_t b) {
                              return cosine[a] != cosine[b] ? cosine[a] > cosine[b] : a < b;
                            });
  order.resize(kept);
  std::ranges::sort(order);
  return order;
}

}  // namespace

base::Result<ModelFolder> quantize(const ModelFolder& model) {
  if (model.weights.is_int8()) return base::fail("the model is int8 already");
  ModelFolder result = model;
  change_matrices(result.weights, quantize_rows);
  return result;
}

base::Result<ModelFolder> dequantize(const ModelFolder& model) {
  if (!model.weights.is_int8()) return base::fail("the model is float32 already");
  ModelFolder result = model;
  change_matrices(result.weights, dequantize_rows);
  return result;
}

VectorDifference compare_vectors(std::span<const float> a, std::span<const float> b,
                                 std::size_t width) {
  const std::size_t count = a.size() / width;
  if (count == 0) return {1, 1, 1};
  VectorDifference difference{0, 1, 0};
  std::size_t found = 0;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double cosine = dot(a.subspan(i * width, width), b.subspan(i * width, width));
    difference.mean_cosine += cosine / static_cast<double>(count);
    difference.least_cosine = std::min(difference.least_cosine, cosine);
    const auto of_a = nearest(a, width, i);
    std::vector<std::size_t> common;
    std::ranges::set_intersection(of_a, nearest(b, width, i), std::back_inserter(common));
    found += common.size();
    asked += of_a.size();
  }
  difference.kept_neighbours =
      asked == 0 ? 1 : static_cast<double>(found) / static_cast<double>(asked);
  return difference;
}

}  // namespace noether::neural
