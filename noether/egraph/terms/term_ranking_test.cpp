#include "noether/egraph/terms/term_ranking.h"

#include <gtest/gtest.h>

#include <string>

#include "noether/base/sanitized.h"
#include "noether/egraph/terms/brute_force_for_test.h"
#include "noether/egraph/terms/random.h"
#include "noether/egraph/terms/rank.h"

namespace noether::egraph {
namespace {

using testing::BruteForce;
using testing::random_graph;
using testing::TermSet;

TEST(TermEnumerator, YieldsExactlyTheTermsOfBruteForceInSizeOrder) {
  constexpr std::uint32_t kMaxSize = 7;
  const std::uint64_t graphs = base::kSanitized ? 80 : 400;
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TermGraph graph = random_graph(seed);
    const BruteForce brute_force(graph, kMaxSize);
    for (const TermRules& rules :
         {testing::kNoRules, testing::kTwins, testing::kPadding, testing::kTwinsAndPadding}) {
      TermSet wanted;
      for (std::uint32_t size = 1; size <= kMaxSize; ++size) {
        wanted.merge(brute_force.wanted(0, size, rules));
      }
      const TermCounts counts(graph, rules, 0, kMaxSize);
      TermRanking ranking(counts, 0);
      TermEnumerator terms(ranking);
      TermSet found;
      std::size_t last_size = 0;
      Term term;
      while (terms.next(term)) {
        ASSERT_LE(last_size, term.size());
        last_size = term.size();
        ASSERT_TRUE(found.insert(BruteForce::sorted(term, rules)).second) << "twice";
      }
      ASSERT_EQ(found.size(), wanted.size());
      ASSERT_TRUE(found == wanted);
    }
  }
}

TEST(TermEnumerator, ContinuesWhereAnotherStopped) {
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  builder.add_node(a, 0);
  builder.add_node(a, 5, {a, a});
  const TermCounts counts(builder.build(), {}, a, 9);
  TermRanking ranking(counts, a);
  TermEnumerator first(ranking);
  Term term;
  for (int i = 0; i < 3; ++i) first.next(term);
  TermEnumerator second(ranking, first.rank());
  Term continued;
  int rest = 0;
  while (first.next(term)) {
    ASSERT_TRUE(second.next(continued));
    EXPECT_EQ(term, continued);
    ++rest;
  }
  EXPECT_FALSE(second.next(continued));
  EXPECT_EQ(rest, 1 + 1 + 2 + 5 + 14 - 3);
}

using testing::BruteForce;
using testing::random_graph;

TEST(Ranker, IsTheInverseOfUnrankingOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TermGraph graph = random_graph(seed);
    for (const TermRules& rules :
         {testing::kNoRules, testing::kTwins, testing::kPadding, testing::kTwinsAndPadding}) {
      const TermCounts counts(graph, rules, 0, 9);
      const Ranker ranker(counts);
      TermRanking ranking(counts, 0);
      for (mpz_class rank = 0; rank < ranking.count() && rank < 200; ++rank) {
        const Term term = ranking.unrank(rank);
        ASSERT_EQ(ranker.rank_of(0, term), rank);
        // The twin that the brute force chooses has the same number.
        ASSERT_EQ(ranker.rank_of(0, BruteForce::sorted(term, rules)), rank);
      }
    }
  }
}

TEST(Ranker, KnowsEveryTermOfAClassAndNoOther) {
  constexpr std::uint32_t kMaxSize = 5;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TermGraph graph = random_graph(seed);
    const BruteForce brute_force(graph, kMaxSize);
    const TermRules& rules = testing::kTwinsAndPadding;
    const TermCounts counts(graph, rules, 0, kMaxSize);
    const Ranker ranker(counts);
    for (std::uint32_t c = 0; c < graph.class_count(); ++c) {
      for (std::uint32_t size = 1; size <= kMaxSize; ++size) {
        for (const Term& term : brute_force.wanted(c, size, testing::kNoRules)) {
          const bool is_wanted = c == 0 && !BruteForce::is_padded(term, rules);
          ASSERT_EQ(ranker.index_of(0, term).has_value(), is_wanted);
        }
      }
    }
  }
}

TEST(Ranker, InvertsUnrankingAtEveryWidth) {
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  builder.add_node(a, 0);
  builder.add_node(a, 1);
  builder.add_node(a, 5, {a, a});
  builder.add_node(a, 6, {a, a});
  builder.add_node(a, 4, {a});
  builder.add_node(a, 7, {a, a, a});
  const TermCounts counts(builder.build(), testing::kTwins, a, 100);
  const Ranker ranker(counts);
  TermRanking ranking(counts, a);
  EXPECT_FALSE(ranking.is_wide());
  Random random(1);
  for (const RankRange& range : ranking.ranges_by_size()) {
    for (int i = 0; i < 5; ++i) {
      const mpz_class rank = range.first + random.below(range.count);
      const Term term = ranking.unrank(rank);
      ASSERT_EQ(term.size(), range.size);
      ASSERT_EQ(ranker.rank_of(a, term), rank);
    }
  }
}

TEST(Ranker, RefusesWhatIsNoTerm) {
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  builder.add_node(a, 4, {a});
  builder.add_node(a, 0);
  const TermCounts counts(builder.build(), {}, a, 5);
  const Ranker ranker(counts);
  EXPECT_EQ(ranker.index_of(a, {}), std::nullopt);
  EXPECT_EQ(ranker.index_of(a, {{{4, 1}}}), std::nullopt);
  EXPECT_EQ(ranker.index_of(a, {{{0, 0}, {0, 0}}}), std::nullopt);
  EXPECT_EQ(ranker.index_of(a, {{{9, 0}}}), std::nullopt);
  EXPECT_EQ(ranker.index_of(a, {{{4, 1}, {4, 1}, {4, 1}, {4, 1}, {4, 1}, {0, 0}}}), std::nullopt);
}

}  // namespace
}  // namespace noether::egraph
