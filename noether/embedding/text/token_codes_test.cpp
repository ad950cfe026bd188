#include "noether/embedding/text/token_codes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <random>

#include "noether/base/temporary_folder.h"
#include "noether/neural/tensor/safetensors.h"

namespace noether::embedding {
namespace {

using testing::HasSubstr;

constexpr std::size_t kWidth = 64;

// Unit vectors with a common mean that vary in some directions much more than in others, like those
// of a language model.
std::vector<float> token_like_vectors(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> vectors(count * kWidth);
  for (std::size_t row = 0; row < count; ++row) {
    float* vector = vectors.data() + row * kWidth;
    double squares = 0;
    for (std::size_t i = 0; i < kWidth; ++i) {
      vector[i] = normal(random) / std::sqrt(1 + static_cast<float>(i)) + (i == 3 ? 0.7F : 0);
      squares += static_cast<double>(vector[i]) * static_cast<double>(vector[i]);
    }
    for (std::size_t i = 0; i < kWidth; ++i) vector[i] /= static_cast<float>(std::sqrt(squares));
  }
  return vectors;
}

float product(const float* a, const float* b, std::size_t size) {
  return std::inner_product(a, a + size, b, 0.0F);
}

TEST(TokenCodes, KeepProductsOfTokens) {
  const auto vectors = token_like_vectors(500, 1);
  const TokenCodes codes = TokenCodes::fit(vectors, kWidth, 48).value();
  ASSERT_EQ(codes.bytes(), 24);
  const std::string coded = codes.encode(vectors);
  ASSERT_EQ(coded.size(), 500 * codes.bytes());
  double error = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    const auto decoded =
        codes.decode(std::string_view(coded).substr(i * codes.bytes(), codes.bytes()));
    for (std::size_t j = 0; j < 100; ++j) {
      const auto query = codes.project(std::span(vectors).subspan(j * kWidth, kWidth));
      const float whole = product(&vectors[i * kWidth], &vectors[j * kWidth], kWidth);
      error += std::pow(static_cast<double>(product(decoded.data(), query.data(), 48) - whole), 2);
    }
  }
  EXPECT_LT(std::sqrt(error / 10000), 0.03);
}

TEST(TokenCodes, ComeBackFromTheirFile) {
  const base::TemporaryFolder folder;
  const auto vectors = token_like_vectors(200, 2);
  const TokenCodes codes = TokenCodes::fit(vectors, kWidth, 32).value();
  ASSERT_TRUE(codes.write(folder / "codes"));
  EXPECT_EQ(TokenCodes::read(folder / "codes", kWidth)->encode(vectors), codes.encode(vectors));
  EXPECT_THAT(TokenCodes::read(folder / "codes", 32).error().message,
              HasSubstr("a model of width 32"));
}

TEST(TokenCodes, AreRefusedWhenTheirFileIsBroken) {
  const base::TemporaryFolder folder;
  const std::vector<float> nan(16 * kWidth, std::nanf(""));
  const std::vector<float> numbers(16, 0);
  const auto bytes = [](const std::vector<float>& of) {
    return std::string_view(reinterpret_cast<const char*>(of.data()), of.size() * sizeof(float));
  };
  const auto read = [&](const std::vector<float>& projection, const std::vector<float>& step) {
    const std::vector<neural::Tensor> tensors = {
        {"projection", neural::TensorType::F32, {kWidth, 16}, bytes(projection)},
        {"middle", neural::TensorType::F32, {16}, bytes(numbers)},
        {"step", neural::TensorType::F32, {step.size()}, bytes(step)}};
    std::ofstream(folder / "codes", std::ios::binary) << neural::safetensors_bytes(tensors);
    return TokenCodes::read(folder / "codes", kWidth).error().message;
  };
  const std::vector<float> good(16 * kWidth, 0.5F);
  EXPECT_THAT(read(nan, std::vector<float>(16, 1)), HasSubstr("not finite"));
  EXPECT_THAT(read(good, numbers), HasSubstr("above zero"));
  EXPECT_THAT(read(good, std::vector<float>(15, 1)), HasSubstr("do not fit"));
  std::ofstream(folder / "codes") << "nothing";
  EXPECT_FALSE(TokenCodes::read(folder / "codes", kWidth));
}

TEST(TokenCodes, NeedEnoughTokensToBeFittedTo) {
  EXPECT_THAT(TokenCodes::fit(token_like_vectors(10, 3), kWidth, 32).error().message,
              HasSubstr("too few"));
}

// Compares with sums that are computed one by one, for all sizes around the block sizes of the
// kernels.
TEST(LateQuery, FindsTheNearestCodeOfEachToken) {
  const auto vectors = token_like_vectors(400, 4);
  const TokenCodes codes = TokenCodes::fit(vectors, kWidth, 48).value();
  for (const std::size_t asked : {1U, 15U, 16U, 17U, 40U}) {
    const std::span query_rows(vectors.data(), asked * kWidth);
    const LateQuery query(codes, query_rows);
    ASSERT_EQ(query.tokens(), asked);
    for (const std::size_t met : {0U, 1U, 11U, 12U, 13U, 100U}) {
      const std::span rows(vectors.data() + 100 * kWidth, met * kWidth);
      const std::string coded = codes.encode(rows);
      std::vector<float> best(asked, kNotMet);
      std::vector<std::uint32_t> nearest(asked, UINT32_MAX);
      query.meet(coded, best, nearest, 7);
      for (std::size_t token = 0; token < asked; ++token) {
        if (met == 0) {
          EXPECT_EQ(best[token], kNotMet);
          continue;
        }
        const auto projected = codes.project(query_rows.subspan(token * kWidth, kWidth));
        float expected = kNotMet;
        std::vector<float> cosines;
        for (std::size_t i = 0; i < met; ++i) {
          const auto decoded =
              codes.decode(std::string_view(coded).substr(i * codes.bytes(), codes.bytes()));
          cosines.push_back(product(projected.data(), decoded.data(), 48));
          expected = std::max(expected, cosines.back());
        }
        // The tolerance covers the rounding of the query to eight bits.
        EXPECT_NEAR(best[token], expected, 0.02) << asked << " " << met;
        EXPECT_NEAR(cosines[nearest[token] - 7], expected, 0.02);
      }
    }
  }
}

TEST(LateQuery, ScoresByTheMeanOfTheBest) {
  EXPECT_EQ(late_score({}), 0);
  const std::vector<float> best = {0.5F, 1, kNotMet, 0.5F};
  EXPECT_EQ(late_score(best), 0.5);
}

}  // namespace
}  // namespace noether::embedding
