#include "noether/evaluation/embedding/t_sne.h"

#include <gtest/gtest.h>

#include <cmath>

#include "noether/evaluation/embedding/random_vectors.h"

namespace noether::evaluation {
namespace {

float distance(Place a, Place b) { return std::hypot(a.x - b.x, a.y - b.y); }

TEST(Tsne, EveryRowHasThePerplexityAskedFor) {
  const Vectors vectors = bunched_vectors(4, 15, 10, 0.3F, 1);
  for (const double perplexity : {2.0, 10.0, 40.0}) {
    const auto p = neighbour_probabilities(vectors, perplexity);
    for (std::size_t i = 0; i < 60; ++i) {
      double sum = 0;
      double entropy = 0;
      for (std::size_t j = 0; j < 60; ++j) {
        const auto value = static_cast<double>(p[i * 60 + j]);
        sum += value;
        if (value > 0) entropy -= value * std::log(value);
      }
      EXPECT_EQ(p[i * 60 + i], 0);
      EXPECT_NEAR(sum, 1, 1e-5);
      EXPECT_NEAR(std::exp(entropy), perplexity, 0.01 * perplexity);
    }
  }
}

TEST(Tsne, NearerVectorsAreMoreLikelyNeighbours) {
  const Vectors vectors = random_unit_vectors(40, 6, 2);
  const auto p = neighbour_probabilities(vectors, 8);
  for (std::size_t j = 1; j < 40; ++j) {
    for (std::size_t k = 1; k < 40; ++k) {
      const float nearer = inner_product(vectors.row(0), vectors.row(j)) -
                           inner_product(vectors.row(0), vectors.row(k));
      if (nearer > 1e-4F) {
        EXPECT_GE(p[j], p[k]);
      }
    }
  }
}

TEST(Tsne, TheDivergenceFalls) {
  const Vectors vectors = bunched_vectors(5, 20, 12, 0.4F, 3);
  const double first = t_sne(vectors, {.perplexity = 10, .iterations = 1}).divergence;
  const double middle = t_sne(vectors, {.perplexity = 10, .iterations = 300}).divergence;
  const double last = t_sne(vectors, {.perplexity = 10, .iterations = 600}).divergence;
  EXPECT_LT(middle, 0.7 * first);
  EXPECT_LT(last, middle);
}

TEST(Tsne, BunchesStayApart) {
  constexpr std::size_t kSize = 20;
  const Vectors vectors = bunched_vectors(6, kSize, 16, 0.3F, 4);
  const auto places = t_sne(vectors, {.perplexity = 10, .iterations = 500}).places;
  ASSERT_EQ(places.size(), 6 * kSize);
  // The nearest neighbour of every place belongs to the same bunch.
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::size_t nearest = i == 0 ? 1 : 0;
    for (std::size_t j = 0; j < places.size(); ++j) {
      if (j != i && distance(places[i], places[j]) < distance(places[i], places[nearest])) {
        nearest = j;
      }
    }
    EXPECT_EQ(nearest / kSize, i / kSize) << "place " << i;
  }
}

TEST(Tsne, IsTheSameForTheSameSeedWithAnyNumberOfThreads) {
  const Vectors vectors = random_unit_vectors(70, 5, 5);
  const TsneOptions options{.perplexity = 7, .iterations = 60, .seed = 9};
  TsneOptions threaded = options;
  threaded.threads = 3;
  const auto places = t_sne(vectors, options).places;
  EXPECT_EQ(places, t_sne(vectors, threaded).places);
  TsneOptions other = options;
  other.seed = 10;
  EXPECT_NE(places, t_sne(vectors, other).places);
}

TEST(Tsne, ManagesEqualVectorsAndFewOfThem) {
  Vectors same(12, 3);
  for (std::size_t i = 0; i < 12; ++i) same.row(i)[0] = 1;
  for (const Place& place : t_sne(same, {.iterations = 300}).places) {
    EXPECT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
  }
  EXPECT_EQ(t_sne(Vectors(1, 3), {}).places.size(), 1U);
  EXPECT_TRUE(t_sne(Vectors(0, 3), {}).places.empty());
  for (const Place& place : t_sne(random_unit_vectors(2, 3, 1), {.iterations = 300}).places) {
    EXPECT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
  }
}

}  // namespace
}  // namespace noether::evaluation
