#include "noether/evaluation/embedding/clustering_task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "noether/egraph/terms/random.h"
#include "noether/evaluation/embedding/random_vectors.h"

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
  // Taking 10 leaves 0 for the other row; 9 + 9 is better.
  EXPECT_EQ(assign_one_to_one(std::vector<std::int64_t>{10, 9, 9, 0}, 2),
            (std::vector<std::size_t>{1, 0}));
  EXPECT_TRUE(assign_one_to_one({}, 0).empty());
}

std::vector<std::uint32_t> bunch_labels(std::size_t bunches, std::size_t size) {
  std::vector<std::uint32_t> labels;
  for (std::size_t i = 0; i < bunches * size; ++i) {
    labels.push_back(static_cast<std::uint32_t>(i / size));
  }
  return labels;
}

TEST(KMeans, FindsBunchesThatAreFarApart) {
  const Vectors points = bunched_vectors(30, 12, 24, 0.2F, 5);
  const KMeansResult found = k_means(points, {.clusters = 30, .starts = 3});
  EXPECT_TRUE(found.settled);
  EXPECT_EQ(score_clustering(bunch_labels(30, 12), found.cluster_of, 30).accuracy, 1);
}

TEST(KMeans, IsTheSameForAnyNumberOfThreads) {
  const Vectors points = random_unit_vectors(150, 10, 6);
  const KMeansResult one = k_means(points, {.clusters = 12, .starts = 5, .threads = 1});
  const KMeansResult three = k_means(points, {.clusters = 12, .starts = 5, .threads = 3});
  EXPECT_EQ(one.cluster_of, three.cluster_of);
  EXPECT_EQ(one.inertia, three.inertia);
}

TEST(KMeans, MoreStartsAreNeverWorse) {
  const Vectors points = random_unit_vectors(120, 6, 8);
  const double one = k_means(points, {.clusters = 15, .starts = 1}).inertia;
  EXPECT_LE(k_means(points, {.clusters = 15, .starts = 8}).inertia, one);
}

TEST(KMeans, GivesEveryPointItsNearestCentre) {
  const Vectors points = random_unit_vectors(80, 5, 9);
  const KMeansResult found = k_means(points, {.clusters = 7, .starts = 1});
  ASSERT_TRUE(found.settled);
  Vectors means(7, 5);
  std::vector<float> sizes(7);
  for (std::size_t i = 0; i < points.count(); ++i) {
    ++sizes[found.cluster_of[i]];
    for (std::size_t k = 0; k < 5; ++k) means.row(found.cluster_of[i])[k] += points.row(i)[k];
  }
  const auto distance = [&](std::size_t point, std::size_t c) {
    float sum = 0;
    for (std::size_t k = 0; k < 5; ++k) {
      const float difference = points.row(point)[k] - means.row(c)[k] / sizes[c];
      sum += difference * difference;
    }
    return sum;
  };
  for (std::size_t i = 0; i < points.count(); ++i) {
    for (std::size_t c = 0; c < 7; ++c) {
      EXPECT_LE(distance(i, found.cluster_of[i]), distance(i, c) + 1e-5F);
    }
  }
}

TEST(KMeans, ManagesEqualPointsAndAsManyClustersAsPoints) {
  Vectors same(6, 3);
  for (std::size_t i = 0; i < 6; ++i) same.row(i)[0] = 1;
  EXPECT_EQ(k_means(same, {.clusters = 3, .starts = 2}).inertia, 0);
  const Vectors points = random_unit_vectors(9, 4, 10);
  const KMeansResult found = k_means(points, {.clusters = 9, .starts = 2});
  EXPECT_EQ(std::set(found.cluster_of.begin(), found.cluster_of.end()).size(), 9U);
}

}  // namespace
}  // namespace noether::evaluation
