#include "noether/neural/kernels/norms.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noether::neural {
namespace {

constexpr float kEpsilon = 0.25F;
const std::vector<float> kRows = {1, 2, 3, 6, -4, 0, 4, 8};

TEST(Norm, OfLayersTakesOutTheMean) {
  const Norm norm{NormKind::Layer, kEpsilon, {{1, 2, 1, 2}, {0, 0, 10, 10}}};
  std::vector<float> out(8);
  norm.apply(kRows.data(), 2, out.data());
  const float first = 1 / std::sqrt(3.5F + kEpsilon);
  const float second = 1 / std::sqrt(20 + kEpsilon);
  const std::vector<float> expected = {-2 * first,      -2 * first,      10,
                                       10 + 6 * first,  -6 * second,     -4 * second,
                                       10 + 2 * second, 10 + 12 * second};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(out[i], expected[i], 1e-5F) << i;
}

TEST(Norm, OfRootMeanSquaresKeepsIt) {
  const Norm norm{NormKind::RootMeanSquare, kEpsilon, {{1, 2, 1, 2}, {}}};
  std::vector<float> out = kRows;
  norm.apply(out.data(), 2, out.data());
  const float first = 1 / std::sqrt(12.5F + kEpsilon);
  const float second = 1 / std::sqrt(24 + kEpsilon);
  const std::vector<float> expected = {first,       4 * first, 3 * first,  12 * first,
                                       -4 * second, 0,         4 * second, 16 * second};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(out[i], expected[i], 1e-5F) << i;
}

}  // namespace
}  // namespace noether::neural
