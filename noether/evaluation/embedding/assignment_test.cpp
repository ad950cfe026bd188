#include "noether/evaluation/embedding/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "noether/egraph/terms/random.h"

namespace noether::evaluation {
namespace {

std::int64_t total(const std::vector<std::int64_t>& weights,
                   const std::vector<std::size_t>& columns) {
  std::int64_t sum = 0;
  for (std::size_t row = 0; row < columns.size(); ++row) {
    sum += weights[row * columns.size() + columns[row]];
  }
  return sum;
}

std::int64_t best_of_all(const std::vector<std::int64_t>& weights, std::size_t size) {
  std::vector<std::size_t> columns(size);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::int64_t best = 0;
  do {
    best = std::max(best, total(weights, columns));
  } while (std::ranges::next_permutation(columns).found);
  return best;
}

TEST(Assignment, IsAsGoodAsTheBestOfAllPermutations) {
  egraph::Random random(7);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t size = 1 + random.below(std::uint64_t{6});
    std::vector<std::int64_t> weights(size * size);
    // Few different weights give many ties.
    const std::uint64_t most = trial % 2 == 0 ? 4 : 1000;
    for (std::int64_t& weight : weights) weight = static_cast<std::int64_t>(random.below(most));
    std::vector<std::size_t> columns = assign_one_to_one(weights, size);
    EXPECT_EQ(total(weights, columns), best_of_all(weights, size)) << "trial " << trial;
    std::ranges::sort(columns);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(columns[i], i) << "not one to one";
  }
}

TEST(Assignment, PrefersTheSumToTheFirstBest) {
  // Taking the 10 leaves 0; 9 + 9 is better.
  EXPECT_EQ(assign_one_to_one(std::vector<std::int64_t>{10, 9, 9, 0}, 2),
            (std::vector<std::size_t>{1, 0}));
  EXPECT_TRUE(assign_one_to_one({}, 0).empty());
}

}  // namespace
}  // namespace noether::evaluation
