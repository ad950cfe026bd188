#include "noether/neural/kernels/softmax_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "noether/base/test_seed.h"

namespace noether::neural {
namespace {

struct WeightsCase {
  std::vector<float> scores;
  std::vector<float> factors;
  float scale = 0;

  WeightsCase(std::size_t size, std::mt19937& random) : scores(size), factors(size) {
    for (float& score : scores) score = std::normal_distribution<float>(0, 3)(random);
    for (float& factor : factors) {
      factor = std::uniform_real_distribution<float>(0, kMostWeight)(random);
    }
    scores[size / 2] = -1e30F;  // as padding tokens have
    scale = std::uniform_real_distribution<float>(0.1F, 10)(random);
  }
  SoftmaxScores row() const {
    return {scores.data(), factors.data(), scores.size(), std::ranges::max(scores), scale};
  }
};

TEST(SoftmaxWeights, AreNearThoseOfDoubles) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t size : {16U, 48U, 256U}) {
    const WeightsCase one(size, random);
    const SoftmaxScores row = one.row();
    std::vector<std::int8_t> bytes(2 * size);
    const float sum = softmax_weights(row, {bytes.data(), bytes.data() + size, 8});
    double expected_sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const double difference =
          static_cast<double>(one.scores[i]) - static_cast<double>(row.greatest);
      const double power = std::exp2(difference * static_cast<double>(one.scale));
      expected_sum += power;
      const double expected = power * static_cast<double>(one.factors[i]);
      const double weight = static_cast<double>(kHighWeight) * bytes[i] + bytes[size + i];
      EXPECT_GE(bytes[i], 0);
      EXPECT_NEAR(weight, expected, 0.6 + 1e-4 * expected) << i;
    }
    EXPECT_NEAR(sum, expected_sum, 1.1e-4 * expected_sum);
  }
}

TEST(SoftmaxWeights, AreTheSameBitsAsThePortableOnes) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t size : {16U, 32U, 240U}) {
    const WeightsCase one(size, random);
    std::vector<std::int8_t> bytes(2 * size);
    std::vector<std::int8_t> portable(2 * size);
    const auto rows = [&](std::vector<std::int8_t>& of) {
      return WeightBytes{of.data(), of.data() + size, 8};
    };
    EXPECT_EQ(softmax_weights(one.row(), rows(bytes)),
              softmax_weights_portable(one.row(), rows(portable)));
    EXPECT_EQ(bytes, portable);
    const auto pairs = [&](std::vector<std::int8_t>& of) {
      return WeightBytes{of.data(), of.data() + 8, 16};
    };
    std::vector<std::int8_t> in_pairs(2 * size);
    EXPECT_EQ(softmax_weights(one.row(), pairs(in_pairs)),
              softmax_weights_portable(one.row(), pairs(portable)));
    EXPECT_EQ(in_pairs, portable);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(in_pairs[i / 8 * 16 + i % 8], bytes[i]);
      EXPECT_EQ(in_pairs[i / 8 * 16 + 8 + i % 8], bytes[size + i]);
    }
  }
}

}  // namespace
}  // namespace noether::neural
