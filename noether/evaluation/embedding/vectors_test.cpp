#include "noether/evaluation/embedding/vectors.h"

#include <gtest/gtest.h>

#include <cmath>

#include "noether/evaluation/embedding/random_vectors.h"

namespace noether::evaluation {
namespace {

TEST(Vectors, ProductsByBlocksAreThoseOfSingleRows) {
  // Widths and counts that are not multiples of lanes, tiles and blocks.
  for (const std::size_t width : {1UL, 7UL, 64UL, 130UL}) {
    const Vectors a = random_unit_vectors(71, width, 1);
    const Vectors b = random_unit_vectors(37, width, 2);
    std::size_t rows = 0;
    for_each_row_of_products(a, b, 1, [&](std::size_t row, std::span<const float> products) {
      ++rows;
      ASSERT_EQ(products.size(), b.count());
      for (std::size_t j = 0; j < b.count(); ++j) {
        ASSERT_NEAR(products[j], inner_product(a.row(row), b.row(j)), 1e-5) << width;
      }
    });
    EXPECT_EQ(rows, a.count());
  }
}

TEST(Vectors, ProductsDoNotDependOnThreadsOrNeighbours) {
  const Vectors a = random_unit_vectors(200, 33, 3);
  const Vectors b = random_unit_vectors(9, 33, 4);
  std::vector<std::vector<float>> rows(a.count());
  for_each_row_of_products(a, b, 3, [&](std::size_t row, std::span<const float> products) {
    rows[row].assign(products.begin(), products.end());
  });
  std::vector<float> alone;
  for (std::size_t row = 0; row < a.count(); ++row) {
    inner_products(a, row, 1, b, alone);
    EXPECT_EQ(rows[row], alone) << "row " << row;
  }
}

TEST(Vectors, NormaliseTakesNumbersWhoseSquaresAreNoFloats) {
  for (const float value : {1e-22F, 1e-40F, 1e25F, 3e38F}) {
    std::vector<float> vector{value, -value, 0};
    normalise(vector);
    EXPECT_NEAR(inner_product(vector, vector), 1, 1e-5) << value;
  }
}

TEST(Vectors, NormaliseMakesLengthOneAndLeavesZeros) {
  Vectors vectors(2, 3);
  vectors.row(0)[0] = 3;
  vectors.row(0)[2] = -4;
  normalise(vectors.row(0));
  normalise(vectors.row(1));
  EXPECT_FLOAT_EQ(vectors.row(0)[0], 0.6F);
  EXPECT_FLOAT_EQ(vectors.row(0)[2], -0.8F);
  EXPECT_EQ(vectors.row(1)[0], 0);
}

}  // namespace
}  // namespace noether::evaluation
