#include "noether/base/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "noether/base/test_seed.h"

namespace noether::base {
namespace {

TEST(Assignment, FindsTheBestAndItsPrices) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < 300; ++i) {
    const std::size_t rows = 1 + random() % 5;
    const std::size_t columns = 1 + random() % 5;
    std::vector<double> values;
    for (std::size_t k = 0; k < rows * columns; ++k) {
      values.push_back(static_cast<double>(random() % 7));
    }
    const Assignment best = best_assignment(values, rows, columns);
    double most = 0;
    std::vector<std::size_t> order(columns + rows);
    for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
    do {
      double sum = 0;
      for (std::size_t r = 0; r < rows; ++r) {
        if (order[r] < columns) sum += values[r * columns + order[r]];
      }
      most = std::max(most, sum);
    } while (columns + rows <= 6 && std::ranges::next_permutation(order).found);
    if (columns + rows <= 6) {
      EXPECT_EQ(best.value, most);
    }
    double prices = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      EXPECT_GE(best.row_prices[r], 0);
      prices += best.row_prices[r];
      for (std::size_t c = 0; c < columns; ++c) {
        EXPECT_GE(best.row_prices[r] + best.column_prices[c], values[r * columns + c]);
      }
    }
    for (const double price : best.column_prices) prices += price;
    EXPECT_EQ(prices, best.value);
  }
}

}  // namespace
}  // namespace noether::base
