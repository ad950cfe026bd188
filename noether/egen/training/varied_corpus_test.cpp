#include "noether/egen/training/varied_corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "noether/egen/verify/reference_check.h"

namespace noether::egen {
namespace {

constexpr std::array<std::string_view, 6> kExpressions = {
    "+ * 4 sin / x 8 / 3 20", "d x * 6 pow x 3",      "pow + x 2 -3",
    "/ ln + x 5 10",          "min x * 2 acot - 1 x", "x",
};

TEST(PlainVariation, KeepsTheValueAtEveryPoint) {
  PlainVariation variation;
  ReferenceCheck check;
  std::size_t varied = 0;
  for (const std::string_view expression : kExpressions) {
    ASSERT_TRUE(check.set_reference(expression));
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      egraph::Random random(seed);
      const auto text = variation.some(expression, 25, random);
      if (!text) continue;
      ++varied;
      const MemberCheck found = check.check(*text);
      EXPECT_EQ(found.verdict, algebra::Verdict::Agrees) << *text << ", seed " << seed;
      // By the rule for powers, the derivative of x^1 has no value at 0.
      if (expression.starts_with("d ")) continue;
      EXPECT_EQ(found.domain, Domain::Same) << *text << ", seed " << seed;
    }
  }
  EXPECT_GT(varied, 400U);
}

TEST(PlainVariation, ShowsEveryIdentity) {
  PlainVariation variation;
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    egraph::Random random(seed);
    if (auto text = variation.once("+ / x 4 / 3 20", 25, random)) seen.insert(*std::move(text));
  }
  for (const char* const expected :
       {"+ / x 4 0.15", "+ * x 0.25 / 3 20", "+ * 0.25 x / 3 20", "+ / 3 20 / x 4",
        "+ 0 + / x 4 / 3 20", "pow + / x 4 / 3 20 1", "+ / * x 1 4 / 3 20",
        "+ / / + x x 2 4 / 3 20", "+ / x + 1 3 / 3 20", "+ / x * 2 2 / 3 20"}) {
    EXPECT_TRUE(seen.contains(expected)) << expected;
  }
}

TEST(PlainVariation, HasNoMoreTokensThanAllowed) {
  PlainVariation variation;
  constexpr std::string_view kExpression = "+ * 4 sin / x 8 / 3 20";  // 9 tokens
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    egraph::Random random(seed);
    const auto text = variation.some(kExpression, 11, random);
    if (text) {
      EXPECT_LE(std::ranges::count(*text, ' '), 10) << *text;
    }
  }
}

TEST(PlainVariation, LeavesTheVariableOfADerivative) {
  PlainVariation variation;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    egraph::Random random(seed);
    const auto text = variation.once("d x sin x", 25, random);
    if (text) {
      EXPECT_NE(text->find("d x "), std::string::npos) << *text;
    }
  }
}

TEST(PlainVariation, OfWhatIsNoExpressionIsNone) {
  PlainVariation variation;
  egraph::Random random(1);
  EXPECT_FALSE(variation.some("+ x", 25, random));
  EXPECT_FALSE(variation.some("", 25, random));
}

}  // namespace
}  // namespace noether::egen
