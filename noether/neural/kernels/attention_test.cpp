#include "noether/neural/kernels/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "noether/base/test_seed.h"
#include "noether/neural/kernels/int8_attention.h"

namespace noether::neural {
namespace {

struct AttentionCase {
  AttentionShape shape;
  std::size_t tokens;
  std::size_t count;
  std::vector<float> rows;  // the queries, keys and values of each token

  AttentionCase(const AttentionShape& of, std::size_t all, std::size_t asking, std::mt19937& random)
      : shape(of), tokens(all), count(asking), rows(all * stride()) {
    for (float& value : rows) value = std::normal_distribution<float>()(random);
  }
  std::size_t stride() const { return shape.size * (shape.heads + 2 * shape.key_value_heads); }
  AttentionRows input() const {
    const float* keys = rows.data() + shape.size * shape.heads;
    return {rows.data() + (tokens - count) * stride(),
            stride(),
            keys,
            keys + shape.size * shape.key_value_heads,
            stride(),
            count,
            tokens};
  }
  double entry(std::size_t token, std::size_t at) const {
    return static_cast<double>(rows[token * stride() + at]);
  }
  std::vector<double> in_doubles() const;
};

std::vector<double> AttentionCase::in_doubles() const {
  std::vector<double> out(count * shape.heads * shape.size, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t token = tokens - count + i;
    for (std::size_t head = 0; head < shape.heads; ++head) {
      const std::size_t shared = head * shape.key_value_heads / shape.heads;
      const std::size_t key = (shape.heads + shared) * shape.size;
      const std::size_t value = key + shape.key_value_heads * shape.size;
      double sum = 0;
      std::vector<double> weights;
      for (std::size_t other = 0; other < (shape.causal ? token + 1 : tokens); ++other) {
        double score = 0;
        for (std::size_t k = 0; k < shape.size; ++k) {
          score += entry(token, head * shape.size + k) * entry(other, key + k);
        }
        weights.push_back(std::exp(score / std::sqrt(static_cast<double>(shape.size))));
        sum += weights.back();
      }
      for (std::size_t other = 0; other < weights.size(); ++other) {
        for (std::size_t k = 0; k < shape.size; ++k) {
          out[(i * shape.heads + head) * shape.size + k] +=
              weights[other] / sum * entry(other, value + k);
        }
      }
    }
  }
  return out;
}

// The root mean square of the difference.
double error_of(const std::vector<float>& out, const std::vector<double>& expected) {
  double squares = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    squares += std::pow(static_cast<double>(out[i]) - expected[i], 2);
  }
  return std::sqrt(squares / static_cast<double>(out.size()));
}

TEST(Attention, AgreesWithPlainLoopsOfDoubles) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  AttentionWorkspace workspace;
  for (const bool causal : {false, true}) {
    for (const std::size_t tokens : {1U, 3U, 17U, 70U}) {
      for (const AttentionShape& shape :
           {AttentionShape{3, 3, 8, causal}, {4, 2, 20, causal}, {2, 1, 32, causal}}) {
        const std::size_t count = tokens > 3 ? tokens - 2 : tokens;
        const AttentionCase one(shape, tokens, count, random);
        const auto expected = one.in_doubles();
        std::vector<float> out(expected.size());
        attend(shape, one.input(), out.data(), workspace);
        EXPECT_LT(error_of(out, expected), 1e-6);
      }
    }
  }
}

TEST(Int8Attention, IsCloseToPlainLoopsOfDoublesAndTheSameInEveryKernel) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  Int8AttentionWorkspace workspace;
  for (const std::size_t tokens : {1U, 3U, 16U, 17U, 70U}) {
    for (const AttentionShape& shape :
         {AttentionShape{3, 3, 8, false}, {4, 2, 20, false}, {2, 1, 32, false}}) {
      const std::size_t count = tokens > 3 ? tokens - 2 : tokens;
      const AttentionCase one(shape, tokens, count, random);
      const auto expected = one.in_doubles();
      std::vector<float> first;
      for (const Int8Kernel& kernel : int8_kernels()) {
        SCOPED_TRACE(kernel.name);
        std::vector<float> out(expected.size());
        attend_int8(shape, one.input(), kernel, out.data(), workspace);
        EXPECT_LT(error_of(out, expected), 0.01);
        if (first.empty()) first = out;
        EXPECT_EQ(out, first);
      }
    }
  }
}

// Scores far below zero do not lose digits, and values of zero do not cause a division by zero.
TEST(Int8Attention, ReadsScoresAndValuesOfAnySize) {
  constexpr std::size_t kSize = 16;
  const AttentionShape shape{1, 1, kSize, false};
  Int8AttentionWorkspace workspace;
  for (const float value : {0.0F, 3.0F, 1e20F}) {
    std::vector<float> rows;  // three tokens, whose queries and keys are opposite
    for (int token = 0; token < 3; ++token) {
      rows.insert(rows.end(), kSize, 40.0F);
      rows.insert(rows.end(), kSize, -40.0F);
      rows.insert(rows.end(), kSize, value);
    }
    const AttentionRows input{
        rows.data(), 3 * kSize, rows.data() + kSize, rows.data() + 2 * kSize, 3 * kSize, 3, 3};
    std::vector<float> out(3 * kSize);
    attend_int8(shape, input, int8_kernels().front(), out.data(), workspace);
    for (const float number : out) EXPECT_NEAR(number, value, value * 1e-4F);
  }
}

}  // namespace
}  // namespace noether::neural
