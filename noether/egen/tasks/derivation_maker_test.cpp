#include "noether/egen/tasks/derivation_maker.h"

#include <gtest/gtest.h>

#include <set>

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

}  // namespace
}  // namespace noether::egen
