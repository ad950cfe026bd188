#include "noether/index/features/operator_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "noether/formula/formula_io.h"

namespace noether::index {
namespace {

using ::testing::ElementsAre;

formula::Formula read(std::string_view latex) {
  formula::FormulaReader reader;
  formula::Formula formula;
  EXPECT_TRUE(reader.read(formula::Notation::Latex, latex, formula));
  return formula;
}

OperatorPaths paths_of(std::string_view latex) {
  OperatorPathReader reader;
  OperatorPaths paths;
  reader.read(read(latex).operators, paths);
  return paths;
}

std::vector<std::uint64_t> keys_of(std::string_view latex) {
  std::vector<std::uint64_t> keys;
  for (const PathPrefix& prefix : paths_of(latex).prefixes) keys.push_back(prefix.key);
  std::ranges::sort(keys);
  return keys;
}

std::vector<std::uint64_t> symbols_of(std::string_view latex) {
  std::vector<std::uint64_t> symbols;
  for (const PathLeaf& leaf : paths_of(latex).leaves) symbols.push_back(leaf.symbol);
  std::ranges::sort(symbols);
  return symbols;
}

std::vector<std::uint32_t> operators_of(std::string_view latex) {
  std::vector<std::uint32_t> written;
  for (const PathPrefix& prefix : paths_of(latex).prefixes) written.push_back(prefix.operators);
  std::ranges::sort(written);
  return written;
}

TEST(OperatorPaths, GoFromEveryLeafToEveryOperatorAboveIt) {
  // + above x and the product, the product above 2 and y.
  const OperatorPaths paths = paths_of("x+2y");
  std::vector<std::pair<int, int>> places;
  for (const PathPrefix& prefix : paths.prefixes) places.emplace_back(prefix.leaf, prefix.top);
  EXPECT_THAT(places, ElementsAre(std::pair(0, 0), std::pair(1, 1), std::pair(1, 0),
                                  std::pair(2, 1), std::pair(2, 0)));
  EXPECT_EQ(paths.tops.size(), 2u);
}

TEST(OperatorPaths, ShareTheirBeginningsWithTheSubexpression) {
  const auto part = keys_of("2y");
  const auto whole = keys_of("x+2y");
  EXPECT_TRUE(std::ranges::includes(whole, part));
}

TEST(OperatorPaths, AreTheSameInAnyOrderOfUnorderedOperands) {
  EXPECT_EQ(keys_of("x+2y"), keys_of("y2+x"));
  EXPECT_EQ(symbols_of("x+2y"), symbols_of("y2+x"));
  EXPECT_EQ(operators_of("x+2y"), operators_of("y2+x"));
}

TEST(OperatorPaths, TellApartTheOperandsOfFractionsAndPowers) {
  EXPECT_NE(keys_of(R"(\frac{x}{2})"), keys_of(R"(\frac{2}{x})"));
  EXPECT_NE(keys_of("x^2"), keys_of("2^x"));
  EXPECT_NE(keys_of(R"(\sum_{a=1}b)"), keys_of(R"(\sum^{a=1}b)"));
}

TEST(OperatorPaths, ChangeOnlyTheirSymbolsWhenVariablesAreRenamed) {
  for (const auto& [a, b] : {std::pair("x^2+f(x)", "y^2+g(y)"), std::pair("x+3", "x+7")}) {
    EXPECT_EQ(keys_of(a), keys_of(b));
    EXPECT_EQ(operators_of(a), operators_of(b));
    EXPECT_NE(symbols_of(a), symbols_of(b));
  }
}

TEST(OperatorPaths, ChangeOnlyTheirOperatorsWithinAClass) {
  for (const auto& [a, b] :
       {std::pair("x+y", "x-y"), std::pair(R"(\sin x)", R"(\cos x)"),
        std::pair("a=b", R"(a\approx b)"), std::pair(R"(\sum_{k=1}^n k)", R"(\prod_{k=1}^n k)"),
        std::pair("x", "x")}) {
    EXPECT_EQ(keys_of(a), keys_of(b));
    EXPECT_EQ(symbols_of(a), symbols_of(b));
  }
  EXPECT_NE(operators_of("x+y"), operators_of("x-y"));
  EXPECT_NE(operators_of(R"(\sin x)"), operators_of(R"(\cos x)"));
}

TEST(OperatorPaths, DoNotMixClasses) {
  EXPECT_NE(keys_of("x+y"), keys_of("xy"));
  EXPECT_NE(keys_of("x+y"), keys_of("x+2"));
  EXPECT_NE(keys_of(R"(\sin x)"), keys_of(R"(\gcd x)"));
  EXPECT_NE(keys_of("a=b"), keys_of("a<b"));
}

TEST(OperatorPaths, PassThroughNegation) {
  EXPECT_EQ(keys_of("(-x)y"), keys_of("xy"));
  EXPECT_NE(operators_of("(-x)y"), operators_of("xy"));
  // The same if it is between an operator and its own operand.
  EXPECT_EQ(keys_of("2^{-x}"), keys_of("2^x"));
}

TEST(OperatorPaths, OfALoneLeafAreTheLeaf) {
  const OperatorPaths paths = paths_of("x");
  ASSERT_EQ(paths.prefixes.size(), 1u);
  EXPECT_EQ(paths.prefixes[0].leaf, 0);
  EXPECT_EQ(keys_of("x"), keys_of("y"));
  EXPECT_NE(keys_of("x"), keys_of("3"));
}

TEST(OperatorPaths, OfNothingAreNone) { EXPECT_TRUE(paths_of("").prefixes.empty()); }

TEST(OperatorPaths, TakeALetterThatIsCalledForASymbol) {
  EXPECT_EQ(paths_of("f(x)").leaves.size(), 2u);
  EXPECT_EQ(paths_of(R"(\sin(x))").leaves.size(), 1u);
}

TEST(OperatorPaths, StayBoundedOnLongAndDeepFormulas) {
  std::string longest;
  for (int i = 0; i < 5000; ++i) longest += "x+";
  const OperatorPaths wide = paths_of(longest + "x");
  EXPECT_EQ(wide.leaves.size(), kMaxPathLeaves);

  std::string deep = "x";
  for (int i = 0; i < 100; ++i) deep = R"(\sqrt{)" + deep + "}";
  EXPECT_EQ(paths_of(deep).prefixes.size(), kMaxPathLength);
}

TEST(OperatorPaths, HaveTheKeysTheyAlwaysHad) {
  // Keys are stored in indexes: a change here needs a new version of the index format.
  EXPECT_THAT(keys_of("x+2"), ElementsAre(11573693684789452355u, 12506992062053896573u));
}

}  // namespace
}  // namespace noether::index
