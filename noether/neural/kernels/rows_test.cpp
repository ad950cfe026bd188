#include "noether/neural/kernels/rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/neural/kernels/lanes.h"
#include "noether/neural/kernels/multiply_rows.h"

namespace noether::neural {
namespace {

std::vector<float> random_floats(std::size_t size, std::mt19937& random) {
  std::vector<float> floats(size);
  for (float& value : floats) {
    value = static_cast<float>(std::normal_distribution<double>(0, 3)(random));
  }
  return floats;
}

TEST(MultiplyRows, GivesTheSameBitsAsThePortableOne) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (std::size_t rows = 1; rows < 10; ++rows) {
    const std::size_t depth = 1 + random() % 40;
    const std::size_t columns = 16 * (1 + random() % 3);
    const auto a = random_floats(rows * (depth + 3), random);
    const auto b = random_floats(depth * columns, random);
    std::vector<float> c(rows * columns);
    std::vector<float> portable(rows * columns);
    multiply_rows(a.data(), depth + 3, rows, depth, b.data(), columns, c.data());
    multiply_rows_portable(a.data(), depth + 3, rows, depth, b.data(), columns, portable.data());
    EXPECT_EQ(c, portable);
  }
}

TEST(ExpOfNegative, HasSevenDigits) {
  for (int step = 0; step <= 6350; ++step) {
    const float x = -87 + 0.0137F * static_cast<float>(step);
    const double expected = std::exp(static_cast<double>(x));
    EXPECT_NEAR(static_cast<double>(exp_of_negative(all(x))[2]) / expected, 1, 3e-7) << x;
  }
  EXPECT_LT(exp_of_negative(all(-1e30F))[0], 1e-37F);
}

TEST(SoftmaxRow, SumsToOneForAnySize) {
  std::mt19937 random(1);
  for (std::size_t size = 1; size < 12; ++size) {
    auto x = random_floats((size + 3) / 4 * 4, random);
    const auto before = x;
    softmax_row(x.data(), size);
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      sum += static_cast<double>(x[i]);
      EXPECT_NEAR(std::log(x[i] / x[0]), before[i] - before[0], 1e-4F);
    }
    EXPECT_NEAR(sum, 1, 1e-6);
  }
}

TEST(QuantizeRow, IsWithinHalfAScaleOfEveryNumber) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t size : {std::size_t{4}, std::size_t{20}, std::size_t{256}}) {
    auto x = random_floats(size, random);
    if (size == 20) {
      for (float& value : x) value = std::max(value, 0.0F);
    }
    std::vector<std::int8_t> whole(size + 12, 1);
    const auto row = quantize_row(x.data(), size, size + 12, whole.data());
    for (std::size_t i = 0; i < size; ++i) {
      const float back = row.middle + row.scale * static_cast<float>(whole[i]);
      EXPECT_LE(std::abs(back - x[i]), 0.501F * row.scale + 1e-6F);
    }
    for (std::size_t i = size; i < size + 12; ++i) EXPECT_EQ(whole[i], 0);
  }
}

TEST(QuantizeRow, IsWithinHalfAScaleInTwoBytesToo) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t size : {std::size_t{4}, std::size_t{20}, std::size_t{512}}) {
    const auto x = random_floats(size, random);
    std::vector<std::int8_t> high(size + 12, 1);
    std::vector<std::int8_t> low(size + 12, 1);
    const auto row = quantize_row(x.data(), size, size + 12, high.data(), low.data());
    for (std::size_t i = 0; i < size; ++i) {
      const double whole = 255.0 * high[i] + low[i];
      const double back = static_cast<double>(row.middle) + static_cast<double>(row.scale) * whole;
      EXPECT_NEAR(back, static_cast<double>(x[i]), 0.501 * static_cast<double>(row.scale) + 1e-6);
      EXPECT_GE(high[i], -127);
      EXPECT_GE(low[i], -127);
    }
    for (std::size_t i = size; i < size + 12; ++i) EXPECT_EQ(high[i] | low[i], 0);
  }
}

TEST(QuantizeRow, SplitsEveryWholeNumberIntoTwoBytes) {
  constexpr int kMost = 127 * 255 + 127;
  std::vector<float> x;
  for (int whole = -kMost; whole <= kMost; ++whole) x.push_back(static_cast<float>(whole));
  x.resize((x.size() + 3) / 4 * 4, 0);
  std::vector<std::int8_t> high(x.size());
  std::vector<std::int8_t> low(x.size());
  const auto row = quantize_row(x.data(), x.size(), x.size(), high.data(), low.data());
  EXPECT_EQ(row.scale, 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(255 * high[i] + low[i], static_cast<int>(x[i]));
  }
}

TEST(QuantizeRow, IsExactForARowOfOneNumber) {
  for (const float value : {-2.5F, 0.0F, 1e-38F}) {
    const std::vector<float> x(8, value);
    std::vector<std::int8_t> high(8);
    std::vector<std::int8_t> low(8);
    const auto row = quantize_row(x.data(), 8, 8, high.data());
    EXPECT_EQ(row.scale, 0);
    EXPECT_EQ(row.middle, value);
    EXPECT_EQ(quantize_row(x.data(), 8, 8, high.data(), low.data()).middle, value);
  }
}

TEST(QuantizeRow, TakesNumbersThatHardlyDifferAsOne) {
  const std::vector<float> x = {1e-38F, 2e-38F, -1e-38F, 0};
  std::vector<std::int8_t> high(4, 1);
  std::vector<std::int8_t> low(4, 1);
  quantize_row(x.data(), 4, 4, high.data(), low.data());
  EXPECT_EQ(high, std::vector<std::int8_t>(4, 0));
  EXPECT_EQ(low, std::vector<std::int8_t>(4, 0));
}

}  // namespace
}  // namespace noether::neural
