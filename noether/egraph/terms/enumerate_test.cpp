#include "noether/egraph/terms/enumerate.h"

#include <gtest/gtest.h>

#include <string>

#include "noether/base/sanitized.h"
#include "noether/egraph/terms/brute_force_for_test.h"

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

}  // namespace
}  // namespace noether::egraph
