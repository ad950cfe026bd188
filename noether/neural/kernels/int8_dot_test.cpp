#include "noether/neural/kernels/int8_dot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "noether/base/test_seed.h"

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
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t columns :
       {std::size_t{1}, std::size_t{16}, std::size_t{37}, std::size_t{256}}) {
    const std::size_t rows = 16 + random() % 20;
    const std::size_t padded = padded_columns(columns);
    const auto matrix = random_bytes(rows * columns, random);
    std::vector<std::int8_t> vectors(kMostVectors * padded, 0);
    for (std::size_t v = 0; v < kMostVectors; ++v) {
      std::ranges::copy(random_bytes(columns, random),
                        vectors.begin() + static_cast<std::ptrdiff_t>(v * padded));
    }
    std::vector<std::int8_t> pairs(vectors.size());
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      const std::size_t v = i / padded;
      const std::size_t column = i % padded;
      pairs[v / 2 * 2 * padded + column / kPairColumns * 2 * kPairColumns + v % 2 * kPairColumns +
            column % kPairColumns] = vectors[i];
    }
    for (const Int8Kernel& kernel : int8_kernels()) {
      SCOPED_TRACE(kernel.name);
      const auto panels = pack_panels(matrix, rows, columns, kernel.columns_at_once);
      for (std::size_t count = 1; count <= kMostVectors; ++count) {
        for (std::size_t first = 0; first < rows; first += kPanelRows) {
          std::int32_t sums[kMostVectors][kPanelRows] = {};
          kernel.dot(panels.data() + first * padded, vectors.data(), count, padded, sums);
          if (kernel.dot_pairs != nullptr) {
            std::int32_t of_pairs[kMostVectors][kPanelRows] = {};
            kernel.dot_pairs(panels.data() + first * padded, pairs.data(), count, padded, of_pairs);
            for (std::size_t v = 0; v < count; ++v) {
              ASSERT_TRUE(std::ranges::equal(of_pairs[v], sums[v])) << "vector " << v;
            }
          }
          for (std::size_t v = 0; v < count; ++v) {
            for (std::size_t row = first; row < std::min(rows, first + kPanelRows); ++row) {
              std::int32_t expected = 0;
              for (std::size_t c = 0; c < columns; ++c) {
                expected += matrix[row * columns + c] * vectors[v * padded + c];
              }
              ASSERT_EQ(sums[v][row - first], expected) << "vector " << v << " row " << row;
            }
          }
        }
      }
    }
  }
}

TEST(Int8Dot, IsExactAtTheEndsOfTheRange) {
  constexpr std::size_t columns = 4096;
  for (const int vector : {-128, 127}) {
    for (const int weight : {-128, 127}) {
      const std::vector<std::int8_t> matrix(kPanelRows * columns, static_cast<std::int8_t>(weight));
      const std::vector<std::int8_t> vectors(columns, static_cast<std::int8_t>(vector));
      for (const Int8Kernel& kernel : int8_kernels()) {
        const auto panels = pack_panels(matrix, kPanelRows, columns, kernel.columns_at_once);
        std::int32_t sums[1][kPanelRows] = {};
        kernel.dot(panels.data(), vectors.data(), 1, columns, sums);
        EXPECT_EQ(sums[0][0], vector * weight * static_cast<int>(columns)) << kernel.name;
        EXPECT_EQ(sums[0][15], vector * weight * static_cast<int>(columns)) << kernel.name;
      }
    }
  }
}

}  // namespace
}  // namespace noether::neural
