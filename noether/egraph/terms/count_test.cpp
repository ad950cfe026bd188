#include "noether/egraph/terms/count.h"

#include <gtest/gtest.h>

#include "noether/base/sanitized.h"
#include "noether/egraph/terms/brute_force_for_test.h"

namespace noether::egraph {
namespace {

using testing::BruteForce;
using testing::random_graph;

constexpr std::uint32_t kLeaf = 0;
constexpr std::uint32_t kOne = 1;
constexpr std::uint32_t kProduct = 5;

// One class: a leaf, and products of the class with itself.
TermGraph self_product() {
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  builder.add_node(a, kLeaf);
  builder.add_node(a, kProduct, {a, a});
  return builder.build();
}

mpz_class catalan(unsigned long n) {
  mpz_class binomial;
  mpz_bin_uiui(binomial.get_mpz_t(), 2 * n, n);
  return binomial / (n + 1);
}

// Binary trees with n leaves where the order of the two subtrees does not matter, by the recurrence
// of Wedderburn and Etherington.
std::vector<mpz_class> unordered_trees(std::size_t max_leaves) {
  std::vector<mpz_class> trees(max_leaves + 1);
  trees[1] = 1;
  for (std::size_t n = 2; n <= max_leaves; ++n) {
    for (std::size_t k = 1; 2 * k < n; ++k) trees[n] += trees[k] * trees[n - k];
    if (n % 2 == 0) trees[n] += trees[n / 2] * (trees[n / 2] + 1) / 2;
  }
  return trees;
}

TEST(TermCounts, EqualBruteForceOnRandomGraphs) {
  constexpr std::uint32_t kMaxSize = 7;
  const std::uint64_t graphs = base::kSanitized ? 100 : 600;
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TermGraph graph = random_graph(seed);
    const BruteForce brute_force(graph, kMaxSize);
    for (const TermRules& rules :
         {testing::kNoRules, testing::kTwins, testing::kPadding, testing::kTwinsAndPadding}) {
      const TermCounts all(graph, rules, std::nullopt, kMaxSize);
      const TermCounts rooted(graph, rules, 0, kMaxSize);
      for (std::uint32_t c = 0; c < graph.class_count(); ++c) {
        for (std::uint32_t size = 1; size <= kMaxSize; ++size) {
          const mpz_class wanted = brute_force.wanted(c, size, rules).size();
          const bool is_counted = size <= all.largest_counted(c);
          ASSERT_EQ(is_counted ? all.count(c, size) : mpz_class(0), wanted);
          if (size <= rooted.largest_counted(c)) {
            ASSERT_EQ(rooted.count(c, size), wanted);
          } else if (c == 0) {
            ASSERT_EQ(wanted, 0);
          }
        }
      }
    }
  }
}

TEST(TermCounts, OfOrderedTreesAreCatalanNumbersAtEveryWidth) {
  const TermCounts counts(self_product(), {}, 0, 402);
  for (std::uint32_t leaves = 1; leaves <= 201; ++leaves) {
    ASSERT_EQ(counts.count(0, 2 * leaves - 1), catalan(leaves - 1)) << leaves;
    ASSERT_EQ(counts.count(0, 2 * leaves), 0);
  }
  EXPECT_GT(mpz_sizeinbase(counts.count(0, 401).get_mpz_t(), 2), 256U);
}

TEST(TermCounts, OfUnorderedTreesAreWedderburnEtheringtonNumbersAtEveryWidth) {
  const TermCounts counts(self_product(), {.commutative = {kProduct}, .padding = {}}, 0, 401);
  const std::vector<mpz_class> trees = unordered_trees(201);
  EXPECT_EQ(trees[10], 98);
  for (std::uint32_t leaves = 1; leaves <= 201; ++leaves) {
    ASSERT_EQ(counts.count(0, 2 * leaves - 1), trees[leaves]) << leaves;
  }
  EXPECT_GT(trees[201], mpz_class(1) << 128);
}

TEST(TermCounts, StayExactWhereCountsGrowFast) {
  // 1000 leaves: the counts pass 2^53, 2^63 and 2^96 within a few sizes, at every distance from
  // them.
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  for (std::uint32_t leaf = 100; leaf < 1100; ++leaf) builder.add_node(a, leaf);
  builder.add_node(a, kProduct, {a, a});
  builder.add_node(a, 4, {a});
  const TermCounts counts(builder.build(), {}, a, 60);
  std::vector<mpz_class> expected(61);
  expected[1] = 1000;
  for (std::size_t size = 2; size <= 60; ++size) {
    expected[size] = expected[size - 1];
    for (std::size_t k = 1; k + 1 < size; ++k)
      expected[size] += expected[k] * expected[size - 1 - k];
    ASSERT_EQ(counts.count(a, static_cast<std::uint32_t>(size)), expected[size]) << size;
  }
}

TEST(TermCounts, NeverCountAPaddedTerm) {
  // {x, x*1}, where 1 is a separate class: only x remains, and (2-1) still multiplies.
  TermGraphBuilder builder;
  const std::uint32_t x = builder.add_class();
  const std::uint32_t one = builder.add_class();
  builder.add_node(x, kLeaf);
  builder.add_node(x, kProduct, {x, one});
  builder.add_node(one, kOne);
  builder.add_node(one, 4, {one});
  const TermCounts counts(builder.build(), {.commutative = {}, .padding = {{kProduct, 1, kOne}}}, x,
                          9);
  EXPECT_EQ(counts.count(x, 1), 1);
  EXPECT_EQ(counts.count(x, 2), 0);
  EXPECT_EQ(counts.count(x, 3), 0);
  EXPECT_EQ(counts.count(x, 4), 1);  // x * -1
  EXPECT_EQ(counts.count(x, 5), 1);  // x * --1
  EXPECT_EQ(counts.count(x, 7), 2);  // x * ----1, (x * -1) * -1
}

TEST(TermCounts, MergeClassesThatCommutativityMakesEqual) {
  // A graph that stopped before x+y and y+x were merged: g(x+y) and g(y+x) are twins nevertheless.
  TermGraphBuilder builder;
  const std::uint32_t root = builder.add_class();
  const std::uint32_t x = builder.add_class();
  const std::uint32_t y = builder.add_class();
  const std::uint32_t sum = builder.add_class();
  const std::uint32_t mirrored_sum = builder.add_class();
  builder.add_node(x, 0);
  builder.add_node(y, 1);
  builder.add_node(sum, 5, {x, y});
  builder.add_node(mirrored_sum, 5, {y, x});
  builder.add_node(root, 4, {sum});
  builder.add_node(root, 4, {mirrored_sum});
  const TermGraph graph = builder.build();
  EXPECT_EQ(TermCounts(graph, {}, root, 9).total(root), 2);
  EXPECT_EQ(TermCounts(graph, {.commutative = {5}, .padding = {}}, root, 9).total(root), 1);
}

TEST(TermCounts, AreZeroWithoutFiniteTerms) {
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  builder.add_node(a, 4, {a});
  const TermCounts counts(builder.build(), {}, a, 25);
  EXPECT_EQ(counts.total(a), 0);
  EXPECT_EQ(counts.largest_counted(a), 0U);
}

TEST(TermCounts, OfAClassBelowTheRootReachAsFarAsItsTermsFit) {
  // h(h(x)) surrounds the class: it takes two of 10 tokens.
  TermGraphBuilder builder;
  const std::uint32_t root = builder.add_class();
  const std::uint32_t middle = builder.add_class();
  const std::uint32_t a = builder.add_class();
  builder.add_node(root, 8, {middle});
  builder.add_node(middle, 8, {a});
  builder.add_node(a, kLeaf);
  builder.add_node(a, 4, {a});
  const TermCounts counts(builder.build(), {}, root, 10);
  EXPECT_EQ(counts.largest_counted(root), 10U);
  EXPECT_EQ(counts.largest_counted(a), 8U);
  EXPECT_EQ(counts.total(root), 8);
}

}  // namespace
}  // namespace noether::egraph
