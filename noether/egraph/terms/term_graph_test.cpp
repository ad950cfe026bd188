#include "noether/egraph/terms/term_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/egraph/egraph.h"
#include "noether/egraph/terms/count.h"
#include "noether/egraph/terms/term_ranking.h"

namespace noether::egraph {
namespace {

constexpr Symbol kLeafX = 0;
constexpr Symbol kLeafY = 1;
constexpr Symbol kPlus = 2;
constexpr Symbol kCall = 3;

std::vector<std::string> terms_of_root(const Snapshot& taken, std::uint32_t max_size) {
  const TermCounts counts(taken.graph, {}, Snapshot::kRoot, max_size);
  TermRanking ranking(counts, Snapshot::kRoot);
  TermEnumerator terms(ranking);
  std::vector<std::string> written;
  Term term;
  while (terms.next(term)) {
    written.push_back(
        to_string(term, [](std::uint32_t symbol) { return std::string(1, "xy+g"[symbol]); }));
  }
  return written;
}

TEST(Snapshot, TakesOnlyWhatTheRootReaches) {
  EGraph<NoAnalysis> egraph;
  const ClassId x = egraph.add(kLeafX, {});
  const ClassId y = egraph.add(kLeafY, {});
  const ClassId sum = egraph.add(kPlus, {x, x});
  egraph.add(kPlus, {x, y});
  egraph.rebuild();
  const Snapshot taken = snapshot(egraph, sum);
  EXPECT_EQ(taken.graph.class_count(), 2U);
  EXPECT_EQ(taken.graph.node_count(), 2U);
  EXPECT_THAT(taken.class_ids, ::testing::ElementsAre(sum, x));
  EXPECT_THAT(terms_of_root(taken, 9), ::testing::ElementsAre("(+ x x)"));
}

TEST(Snapshot, HoldsEveryTermOfMergedClassesAndCycles) {
  EGraph<NoAnalysis> egraph;
  const ClassId x = egraph.add(kLeafX, {});
  const ClassId gx = egraph.add(kCall, {x});
  egraph.unite(gx, x, Reason::given());
  egraph.rebuild();
  EXPECT_THAT(terms_of_root(snapshot(egraph, gx), 3),
              ::testing::ElementsAre("x", "(g x)", "(g (g x))"));
}

}  // namespace
}  // namespace noether::egraph
