#include "noether/index/features/layout_tuples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "noether/formula/formula_io.h"

namespace noether::index {
namespace {

using ::testing::ElementsAre;

constexpr TupleKinds kPairsOnly = {.terminals = false,
                                   .compounds = false,
                                   .duplicates = false,
                                   .wildcards = false,
                                   .locations = false};

std::vector<FeatureCount> tuples_of(std::string_view latex, TupleKinds kinds = {}) {
  formula::FormulaReader formulas;
  formula::Formula formula;
  EXPECT_TRUE(formulas.read(formula::Notation::Latex, latex, formula));
  LayoutTupleReader reader(kinds);
  FeatureCounter counter;
  reader.read(formula.layout, counter);
  std::vector<FeatureCount> tuples(counter.counts().begin(), counter.counts().end());
  std::ranges::sort(tuples, {}, &FeatureCount::key);
  return tuples;
}

std::size_t total(const std::vector<FeatureCount>& tuples) {
  std::size_t sum = 0;
  for (const FeatureCount& tuple : tuples) sum += tuple.count;
  return sum;
}

std::size_t common(std::string_view a, std::string_view b, TupleKinds kinds = {}) {
  std::set<std::uint64_t> keys;
  for (const FeatureCount& tuple : tuples_of(a, kinds)) keys.insert(tuple.key);
  return static_cast<std::size_t>(std::ranges::count_if(
      tuples_of(b, kinds), [&](const FeatureCount& tuple) { return keys.contains(tuple.key); }));
}

TEST(LayoutTuples, PairEverySymbolWithItsNeighbours) {
  // x-2 above, x-+ next, +-y next.
  EXPECT_EQ(total(tuples_of("x^2+y", kPairsOnly)), 3u);
  // The relation belongs to the pair.
  EXPECT_EQ(common("x^2", "x_2", kPairsOnly), 0u);
  EXPECT_EQ(common("x^2", "1+x^2", kPairsOnly), 1u);
}

TEST(LayoutTuples, CountPairsThatRepeat) {
  const auto tuples = tuples_of("x^2+x^2", kPairsOnly);
  EXPECT_EQ(std::ranges::count(tuples, 2u, &FeatureCount::count), 1);
}

TEST(LayoutTuples, EndLinesWithTerminals) {
  TupleKinds kinds = kPairsOnly;
  kinds.terminals = true;
  // The 2 above, and y at the end.
  EXPECT_EQ(total(tuples_of("x^2+y", kinds)), 3u + 2u);
}

TEST(LayoutTuples, MakeCompoundsOfSymbolsWithSeveralRelations) {
  TupleKinds kinds = kPairsOnly;
  kinds.compounds = true;
  EXPECT_EQ(total(tuples_of("x^2+y", kinds)), 3u + 1u);
  EXPECT_EQ(total(tuples_of("x+y", kinds)), 2u);
}

TEST(LayoutTuples, RememberTheWayBetweenEqualSymbols) {
  TupleKinds kinds = kPairsOnly;
  kinds.duplicates = true;
  EXPECT_EQ(total(tuples_of("x+x", kinds)), 2u + 1u);
  EXPECT_EQ(total(tuples_of("x+y", kinds)), 2u);
  // The same way from x to x, though all pairs differ.
  EXPECT_EQ(common("x+x", "x-x", kinds), 1u);
  EXPECT_EQ(common("x+x", "x^x", kinds), 0u);
}

TEST(LayoutTuples, MatchLettersAndNumbersByType) {
  TupleKinds kinds = kPairsOnly;
  kinds.wildcards = true;
  EXPECT_EQ(common("x^2", "y^2", kPairsOnly), 0u);
  EXPECT_EQ(common("x^2", "y^2", kinds), 1u);
  EXPECT_EQ(common("x^2", "x^3", kinds), 1u);
  EXPECT_EQ(common("x^2", "y^3", kinds), 0u);
}

TEST(LayoutTuples, KnowWhereTheyStandNearTheStart) {
  TupleKinds kinds = kPairsOnly;
  kinds.locations = true;
  EXPECT_EQ(total(tuples_of("x^2+y", kinds)), 6u);
  EXPECT_EQ(common("x^2", "x^2+1", kinds), 2u);
  EXPECT_EQ(common("x^2", "1+x^2", kinds), 1u);
  // Ten symbols in a row: nine pairs, of which those at 0 to 7 relations from the start occur
  // twice.
  EXPECT_EQ(total(tuples_of("a+b+c+d+e=", kinds)), 9u + 8u);
}

TEST(LayoutTuples, ChangeOnlyWhereANameChanges) {
  const std::size_t all = tuples_of("a+b+x^2").size();
  EXPECT_EQ(common("a+b+x^2", "a+b+x^2"), all);
  EXPECT_LT(common("a+b+x^2", "a+b+y^2"), all);
  EXPECT_GT(common("a+b+x^2", "a+b+y^2"), all / 2);
}

TEST(LayoutTuples, AreFewForLongFormulas) {
  std::string longest;
  for (int i = 0; i < 10'000; ++i) longest += "x+";
  EXPECT_LE(total(tuples_of(longest)), kMaxTupleSymbols * 20);
}

TEST(LayoutTuples, OfNothingAreNone) { EXPECT_TRUE(tuples_of("").empty()); }

TEST(LayoutTuples, HaveTheKeysTheyAlwaysHad) {
  // Keys are stored in indexes: a change here needs a new version of the index format.
  EXPECT_THAT(tuples_of("x^2", kPairsOnly), ElementsAre(FeatureCount{0x526841F14083B18Au, 1}));
}

}  // namespace
}  // namespace noether::index
