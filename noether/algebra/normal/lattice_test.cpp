#include "noether/algebra/normal/lattice.h"

#include <gtest/gtest.h>

#include <random>

namespace noether::algebra::normal {
namespace {

// The sum of coordinates times basis gives the vector.
void expect_spans(const Lattice& lattice, const std::vector<Combination>& vectors) {
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    Combination sum;
    for (std::size_t j = 0; j < lattice.basis.size(); ++j) {
      for (const auto& [direction, amount] : lattice.basis[j]) {
        sum[direction] = sum[direction] + amount * Rational(lattice.coordinates[i][j]);
      }
    }
    std::erase_if(sum, [](const auto& entry) { return entry.second.is_zero(); });
    EXPECT_EQ(sum, vectors[i]);
  }
}

TEST(Lattice, MultiplesShareOneVector) {
  const std::vector<Combination> vectors{
      {{1, 1}, {2, 3}}, {{1, 2}, {2, 6}}, {{1, Rational(1, 2)}, {2, Rational(3, 2)}}};
  const auto lattice = find_lattice(vectors);
  ASSERT_TRUE(lattice);
  EXPECT_EQ(lattice->basis.size(), 1);
  expect_spans(*lattice, vectors);
}

TEST(Lattice, IndependentVectorsStayAsTheyAre) {
  const std::vector<Combination> vectors{{{1, 1}, {2, 1}}, {{1, 1}, {2, -1}}};
  const auto lattice = find_lattice(vectors);
  ASSERT_TRUE(lattice);
  EXPECT_EQ(lattice->basis, vectors);
}

TEST(Lattice, DependentVectorsGetAShortBasis) {
  const std::vector<Combination> vectors{{{1, 1}, {2, 1}}, {{1, 1}, {2, -1}}, {{1, 1}}};
  const auto lattice = find_lattice(vectors);
  ASSERT_TRUE(lattice);
  EXPECT_EQ(lattice->basis.size(), 2);
  expect_spans(*lattice, vectors);
}

TEST(Lattice, TheUnitComesFirst) {
  const std::vector<Combination> vectors{{{7, Rational(1, 2)}}, {{7, Rational(4, 3)}, {9, 2}}};
  const auto lattice = find_lattice_with_unit(vectors, 7);
  ASSERT_TRUE(lattice);
  // 1/2, 1, and the contribution of 4/3 + 2 m, which is nothing along the unit alone.
  EXPECT_EQ(lattice->basis[0], (Combination{{7, Rational(1, 2)}}));
  EXPECT_EQ(lattice->basis.size(), 2);
  expect_spans(*lattice, vectors);
}

TEST(Lattice, RandomVectorsAreSpanned) {
  std::mt19937_64 random(5);
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
  for (int round = 0; round < 300; ++round) {
    std::vector<Combination> vectors;
    for (std::int64_t i = 1 + below(5); i > 0; --i) {
      Combination v;
      for (ExprId direction = 1; direction < 5; ++direction) {
        const Rational amount{below(9) - 4, 1 + below(3)};
        if (!amount.is_zero()) v[direction] = amount;
      }
      if (!v.empty()) vectors.push_back(v);
    }
    const auto lattice = find_lattice(vectors);
    ASSERT_TRUE(lattice);
    expect_spans(*lattice, vectors);
    const auto with_unit = find_lattice_with_unit(vectors, 3);
    ASSERT_TRUE(with_unit);
    expect_spans(*with_unit, vectors);
    EXPECT_EQ(with_unit->basis[0].size(), 1);
  }
}

}  // namespace
}  // namespace noether::algebra::normal
