#include "noether/egraph/terms/sample.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "noether/egraph/terms/brute_force_for_test.h"

namespace noether::egraph {
namespace {

// Two leaves, a unary and two binary symbols of one class; 5 is commutative, 0 is its padding.
TermGraph one_class() {
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  builder.add_node(a, 0);
  builder.add_node(a, 1);
  builder.add_node(a, 4, {a});
  builder.add_node(a, 5, {a, a});
  builder.add_node(a, 6, {a, a});
  return builder.build();
}

const TermRules kRules{.commutative = {5}, .padding = {{5, 0, 0}}};

// A chi-square statistic is nearly normal with this mean and deviation; five deviations are once in
// millions, and the seed is fixed: a failure is a bias.
void expect_uniform(const std::vector<std::size_t>& seen, double expected) {
  double chi_square = 0;
  for (const std::size_t times : seen) {
    const double off = static_cast<double>(times) - expected;
    chi_square += off * off / expected;
  }
  const double freedom = static_cast<double>(seen.size()) - 1;
  EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2 * freedom));
  EXPECT_GT(chi_square, freedom - 5 * std::sqrt(2 * freedom));
}

TEST(TermSampler, DrawsEveryTermWithTheSameChance) {
  const TermCounts counts(one_class(), kRules, 0, 5);
  TermRanking ranking(counts, 0);
  TermSampler sampler(ranking, 1);
  std::map<Term, std::size_t> seen;
  for (mpz_class rank = 0; rank < ranking.count(); ++rank) seen[ranking.unrank(rank)] = 0;
  ASSERT_EQ(seen.size(), ranking.count().get_ui());
  Term term;
  for (std::size_t i = 0; i < 100 * seen.size(); ++i) {
    ASSERT_TRUE(sampler.draw(term));
    ASSERT_TRUE(seen.contains(term));
    ++seen[term];
  }
  std::vector<std::size_t> times;
  for (const auto& [drawn, n] : seen) times.push_back(n);
  expect_uniform(times, 100);
}

TEST(TermSampler, WithStrataGivesSizesThenRootSymbolsTheSameShare) {
  const TermCounts counts(one_class(), kRules, 0, 6);
  TermRanking ranking(counts, 0);
  TermSampler sampler(ranking, 1, Strata::SizeAndRootSymbol);
  std::map<std::size_t, std::map<std::uint32_t, std::size_t>> seen;
  Term term;
  constexpr std::size_t kDraws = 60000;
  for (std::size_t i = 0; i < kDraws; ++i) {
    sampler.draw(term);
    ++seen[term.size()][term.tokens[0].symbol];
  }
  std::vector<std::size_t> by_size;
  for (const auto& [size, symbols] : seen) {
    std::vector<std::size_t> by_symbol;
    std::size_t all = 0;
    for (const auto& [symbol, n] : symbols) {
      by_symbol.push_back(n);
      all += n;
    }
    by_size.push_back(all);
    if (by_symbol.size() > 3) {
      expect_uniform(by_symbol, static_cast<double>(all) / static_cast<double>(by_symbol.size()));
    }
  }
  EXPECT_EQ(by_size.size(), 6U);
  EXPECT_EQ(seen[1].size(), 2U);
  EXPECT_EQ(seen[2].size(), 1U);
  EXPECT_EQ(seen[6].size(), 3U);
  expect_uniform(by_size, kDraws / 6.0);
}

TEST(TermSampler, DrawsDifferentTermsInEqualShares) {
  const TermCounts counts(one_class(), kRules, 0, 8);
  TermRanking ranking(counts, 0);
  TermSampler sampler(ranking, 7, Strata::Size);
  const std::vector<Term> terms = sampler.draw_distinct(90);
  EXPECT_EQ(std::set<Term>(terms.begin(), terms.end()).size(), 90U);
  std::map<std::size_t, unsigned> by_size;
  for (const Term& term : terms) ++by_size[term.size()];
  // Sizes 1 and 2 have two terms each, and size 3 has fewer than a share; the others get the rest.
  EXPECT_EQ(by_size[1], 2U);
  EXPECT_EQ(by_size[2], 2U);
  EXPECT_EQ(by_size[3], ranking.ranges_by_size()[2].count.get_ui());
  for (const std::size_t size : {5U, 6U, 7U, 8U}) EXPECT_NEAR(by_size[size], by_size[5], 1);
}

TEST(TermSampler, WithoutReplacementFindsAllWhenAskedForMore) {
  const TermCounts counts(one_class(), kRules, 0, 4);
  TermRanking ranking(counts, 0);
  for (const Strata strata : {Strata::None, Strata::Size, Strata::SizeAndRootSymbol}) {
    TermSampler sampler(ranking, 3, strata);
    const std::vector<Term> terms = sampler.draw_distinct(1000);
    EXPECT_EQ(terms.size(), ranking.count());
    EXPECT_EQ(std::set<Term>(terms.begin(), terms.end()).size(), terms.size());
  }
}

TEST(TermSampler, DrawsEverySetOfDifferentTermsWithTheSameChance) {
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  for (std::uint32_t leaf = 0; leaf < 6; ++leaf) builder.add_node(a, leaf);
  const TermCounts counts(builder.build(), {}, a, 1);
  TermRanking ranking(counts, a);
  TermSampler sampler(ranking, 5);
  std::map<std::set<Term>, std::size_t> seen;
  for (int i = 0; i < 20000; ++i) {
    const std::vector<Term> terms = sampler.draw_distinct(3);
    ++seen[{terms.begin(), terms.end()}];
  }
  ASSERT_EQ(seen.size(), 20U);
  std::vector<std::size_t> times;
  for (const auto& [terms, n] : seen) times.push_back(n);
  expect_uniform(times, 1000);
}

TEST(TermSampler, GivesTheSameTermsForTheSameSeed) {
  const TermCounts counts(one_class(), kRules, 0, 25);
  TermRanking ranking(counts, 0);
  TermSampler one(ranking, 42);
  TermSampler other(ranking, 42);
  Term a;
  Term b;
  for (int i = 0; i < 100; ++i) {
    one.draw(a);
    other.draw(b);
    EXPECT_EQ(a, b);
  }
}

TEST(TermSampler, DrawsFromMoreTermsThan128BitsCount) {
  const TermCounts counts(one_class(), kRules, 0, 150);
  TermRanking ranking(counts, 0);
  ASSERT_FALSE(ranking.is_wide());
  TermSampler sampler(ranking, 1);
  Term term;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(sampler.draw(term));
    EXPECT_TRUE(term.is_complete());
    EXPECT_LE(term.size(), 150U);
    EXPECT_FALSE(testing::BruteForce::is_padded(term, kRules));
  }
}

TEST(TermSampler, HasNothingToDrawFromAnEmptyClass) {
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  const TermCounts counts(builder.build(), {}, a, 9);
  TermRanking ranking(counts, a);
  TermSampler sampler(ranking, 1);
  Term term;
  EXPECT_FALSE(sampler.draw(term));
  EXPECT_TRUE(sampler.draw_distinct(5).empty());
}

}  // namespace
}  // namespace noether::egraph
