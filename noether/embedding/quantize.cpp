#include "noether/embedding/quantize.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "noether/neural/transformer/quantize_weights.h"

namespace noether::embedding {
namespace {

constexpr std::size_t kNeighbours = 10;
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

base::Result<ExpressionModel> quantize(const ExpressionModel& model) {
  if (model.weights.is_int8()) return base::fail("the model is int8 already");
  ExpressionModel result = model;
  neural::quantize_weights(result.weights, result.transformer(), neural::TokenTable::Keep);
  return result;
}

base::Result<ExpressionModel> dequantize(const ExpressionModel& model) {
  if (!model.weights.is_int8()) return base::fail("the model is float32 already");
  ExpressionModel result = model;
  neural::dequantize_weights(result.weights, result.transformer());
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

}  // namespace noether::embedding
