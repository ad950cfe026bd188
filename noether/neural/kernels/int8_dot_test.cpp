#include "noether/neural/kernels/int8_dot.h"

#include <gtest/gtest.h>

#include <random>

namespace noether::neural {
namespace {

std::vector<std::int8_t> random_bytes(std::size_t size, std::mt19937& random) {
  std::vector<std::int8_t> bytes(size);
  for (auto& byte : bytes) {
    byte = static_cast<std::int8_t>(std::uniform_int_distribution(-128, 127)(random));
  }
  return bytes;
}

TEST(Int8Dot, GivesTheExactSumsInEveryKernel) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t columns :
       {std::size_t{1}, std::size_t{16}, std::size_t{37}, std::size_t{256}}) {
    const std::size_t rows = 16 + random() % 20;
    const std::size_t padded = padded_columns(columns);
    const auto matrix = random_bytes(rows * columns, random);
    const auto panels = pack_panels(matrix, rows, columns);
    std::vector<std::int8_t> tokens(kMostTokens * padded, 0);
    for (std::size_t t = 0; t < kMostTokens; ++t) {
      std::ranges::copy(random_bytes(columns, random),
                        tokens.begin() + static_cast<std::ptrdiff_t>(t * padded));
    }
    for (const Int8Kernel& kernel : int8_kernels()) {
      SCOPED_TRACE(kernel.name);
      for (std::size_t count = 1; count <= kMostTokens; ++count) {
        for (std::size_t first = 0; first < rows; first += kPanelRows) {
          std::int32_t sums[kMostTokens][kPanelRows] = {};
          kernel.dot(panels.data() + first * padded, tokens.data(), count, padded, sums);
          for (std::size_t t = 0; t < count; ++t) {
            for (std::size_t row = first; row < std::min(rows, first + kPanelRows); ++row) {
              std::int32_t expected = 0;
              for (std::size_t c = 0; c < columns; ++c) {
                expected += matrix[row * columns + c] * tokens[t * padded + c];
              }
              ASSERT_EQ(sums[t][row - first], expected) << "token " << t << " row " << row;
            }
          }
        }
      }
    }
  }
}

TEST(Int8Dot, IsExactAtTheEndsOfTheRange) {
  constexpr std::size_t columns = 4096;
  for (const int token : {-128, 127}) {
    for (const int weight : {-128, 127}) {
      const std::vector<std::int8_t> matrix(kPanelRows * columns, static_cast<std::int8_t>(weight));
      const std::vector<std::int8_t> tokens(columns, static_cast<std::int8_t>(token));
      const auto panels = pack_panels(matrix, kPanelRows, columns);
      for (const Int8Kernel& kernel : int8_kernels()) {
        std::int32_t sums[1][kPanelRows] = {};
        kernel.dot(panels.data(), tokens.data(), 1, columns, sums);
        EXPECT_EQ(sums[0][0], token * weight * static_cast<int>(columns)) << kernel.name;
        EXPECT_EQ(sums[0][15], token * weight * static_cast<int>(columns)) << kernel.name;
      }
    }
  }
}

}  // namespace
}  // namespace noether::neural
