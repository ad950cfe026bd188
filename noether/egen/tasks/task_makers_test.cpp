#include <gtest/gtest.h>

#include <set>

#include "noether/egen/tasks/derivation_maker.h"
#include "noether/egen/tasks/semantic_choice.h"
#include "noether/egen/training/egen_clusters_fixture.h"

namespace noether::egen {
namespace {

// A step leads from one line to the next.
TEST(DerivationMaker, HasFiveToTwelveSteps) {
  DerivationMaker maker({.one_mistake = 0, .two_mistakes = 0});
  std::set<std::size_t> steps;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    egraph::Random random(seed);
    const auto derivation = maker.make("* 2 * sin x cos x", 9, random);
    if (derivation) steps.insert(derivation->steps.size() - 1);
  }
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(*steps.begin(), 5U);
  EXPECT_EQ(*steps.rbegin(), 12U);
}

// Their tokens carry the number of operands: log#2, gamma#1, sgn#1.
TEST(SemanticChoiceMaker, MakesItemsOfLogarithmsGammaAndSign) {
  const MemberTable table = table_of(
      {cluster_of(0, {"log#2 + x 9 2", "/ ln + x 9 ln 2", "- log#2 * 2 + x 9 2 1"}),
       cluster_of(1, {"* x gamma#1 + x 9", "* gamma#1 + x 9 + x 0", "/ gamma#1 + 9 x / 1 x"}),
       cluster_of(2, {"* x sgn#1 - x 2", "/ x / 1 sgn#1 - x 2", "* sgn#1 - x 2 / x 1"})});
  SemanticChoiceMaker maker(table);
  for (std::size_t cluster = 0; cluster < table.cluster_count(); ++cluster) {
    std::size_t made = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      egraph::Random random(seed);
      if (maker.make(cluster, random)) ++made;
    }
    EXPECT_GT(made, 0U) << table.expression(table.first_member(cluster));
  }
}

}  // namespace
}  // namespace noether::egen
