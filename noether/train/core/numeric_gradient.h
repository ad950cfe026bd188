// Compares the gradient of a loss with numerical differences of its values. For tests.
//
// The test checks one coordinate of every named weight and the slope along random directions, which
// involve every coordinate.
#pragma once

#include <gtest/gtest.h>
#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "noether/train/core/parameters.h"

namespace noether::train {

using Loss = std::function<torch::Tensor(const ParameterViews&)>;

// The weights are float64. If the loss has kinks (relu, maxima), the steps must not cross one.
inline void expect_gradient_is_slope(Parameters& parameters, const Loss& loss,
                                     std::uint32_t seed = 1) {
  constexpr double kStep = 1e-6;
  ASSERT_EQ(parameters.flat().scalar_type(), torch::kFloat64);
  loss(parameters.views(torch::kFloat64)).backward();
  const torch::Tensor gradient = parameters.flat().grad().clone();
  ASSERT_GT(gradient.norm().item<double>(), 1e-3) << "a zero gradient proves nothing";

  const torch::NoGradGuard no_graph;
  const auto slope_along = [&](const torch::Tensor& direction) {
    torch::Tensor& flat = parameters.flat();
    const torch::Tensor before = flat.clone();
    flat.copy_(before + kStep * direction);
    const double above = loss(parameters.views(torch::kFloat64)).item<double>();
    flat.copy_(before - kStep * direction);
    const double below = loss(parameters.views(torch::kFloat64)).item<double>();
    flat.copy_(before);
    return (above - below) / (2 * kStep);
  };
  const auto compare = [&](const torch::Tensor& direction, const std::string& what) {
    const double expected = slope_along(direction);
    const double found = (gradient * direction).sum().item<double>();
    EXPECT_NEAR(found, expected, 1e-7 + 1e-5 * std::abs(expected)) << what << ", seed " << seed;
  };

  std::mt19937 random(seed);
  std::int64_t begin = 0;
  for (const ParameterSpec& spec : parameters.specs()) {
    const std::int64_t size = spec.count();
    // Embedding rows that no token uses have zero gradient, so the test checks the coordinate with
    // the largest gradient.
    const std::int64_t steepest =
        begin + gradient.narrow(0, begin, size).abs().argmax().item<std::int64_t>();
    torch::Tensor direction = torch::zeros_like(gradient);
    direction[steepest] = 1;
    compare(direction, spec.name);
    begin += size;
  }
  for (int round = 0; round < 3; ++round) {
    torch::Tensor direction = torch::empty_like(gradient);
    auto* const values = direction.data_ptr<double>();
    std::normal_distribution<double> normal;
    std::generate_n(values, direction.numel(), [&] { return normal(random); });
    compare(direction / direction.norm(), "a random direction");
  }
}

}  // namespace noether::train
