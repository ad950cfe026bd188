// Compares linear layers with int8 weights with the same sums in doubles.
#include "noether/neural/kernels/linear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "noether/base/test_seed.h"

namespace noether::neural {
namespace {

struct Case {
  LinearWeights weights;
  std::vector<float> x;
  std::size_t tokens;
};

Case random_case(std::size_t rows, std::size_t columns, std::size_t tokens, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const auto floats = [&](std::size_t size) {
    std::vector<float> values(size);
    for (float& value : values) value = static_cast<float>(normal(random));
    return values;
  };
  Case one{{{rows, columns, {}, {}, floats(rows)}, floats(rows)}, floats(tokens * columns), tokens};
  for (std::size_t i = 0; i < rows * columns; ++i) {
    one.weights.weight.quantized.push_back(
        static_cast<std::int8_t>(std::uniform_int_distribution(-127, 127)(random)));
  }
  return one;
}

double expected_at(const Case& one, std::size_t token, std::size_t row) {
  const Matrix& matrix = one.weights.weight;
  double sum = 0;
  for (std::size_t i = 0; i < matrix.columns; ++i) {
    sum += static_cast<double>(one.x[token * matrix.columns + i]) *
           matrix.quantized[row * matrix.columns + i];
  }
  return sum * static_cast<double>(matrix.scales[row]) + static_cast<double>(one.weights.bias[row]);
}

// The root mean square of the error, relative to that of the results.
double error_of(const Case& one, Linear::TokenBits bits) {
  const Linear linear(one.weights, bits);
  const std::size_t rows = linear.outputs();
  std::vector<float> out(one.tokens * rows, 0);
  Linear::Workspace workspace;
  linear.apply(one.x.data(), one.tokens, Linear::Finish::Store, out.data(), workspace);
  double errors = 0;
  double squares = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double expected = expected_at(one, i / rows, i % rows);
    errors += std::pow(static_cast<double>(out[i]) - expected, 2);
    squares += expected * expected;
  }
  return std::sqrt(errors / squares);
}

TEST(Linear, RoundsTokensToEightBitsOrSixteen) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t tokens : {1U, 4U, 7U, 11U, 23U, 25U}) {
    // The numbers of rows and columns are not multiples of the panel's.
    const Case one = random_case(36, 68, tokens, random);
    EXPECT_LT(error_of(one, Linear::TokenBits::Eight), 0.03);
    EXPECT_GT(error_of(one, Linear::TokenBits::Eight), 1e-4);
    EXPECT_LT(error_of(one, Linear::TokenBits::Sixteen), 1e-4);
  }
}

TEST(Linear, StoresLeavesOutNegativesOrAdds) {
  std::mt19937 random(1);
  const Case one = random_case(20, 32, 3, random);
  for (const auto bits : {Linear::TokenBits::Eight, Linear::TokenBits::Sixteen}) {
    const Linear linear(one.weights, bits);
    Linear::Workspace workspace;
    const auto result = [&](Linear::Finish finish) {
      std::vector<float> out(60, 2.5F);
      linear.apply(one.x.data(), 3, finish, out.data(), workspace);
      return out;
    };
    const auto stored = result(Linear::Finish::Store);
    const auto relu = result(Linear::Finish::StoreRelu);
    const auto added = result(Linear::Finish::Add);
    for (std::size_t i = 0; i < stored.size(); ++i) {
      EXPECT_EQ(relu[i], std::max(stored[i], 0.0F));
      EXPECT_EQ(added[i], stored[i] + 2.5F);
    }
  }
}

}  // namespace
}  // namespace noether::neural
