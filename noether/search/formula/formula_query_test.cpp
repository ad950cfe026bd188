#include "noether/search/formula/formula_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/formula/formula_io.h"
#include "noether/search/formula/formula_weights.h"

namespace noether::search {
namespace {

std::string operators_of(const std::string& latex) {
  const auto query = FormulaQuery::read(latex);
  if (!query) return query.error().message;
  std::string text;
  formula::write_formula(formula::Notation::Opt, query->formula(), text);
  return text;
}

TEST(FormulaQuery, ReadsWildcardsAsLetters) {
  EXPECT_EQ(operators_of("?a+?b=?a"), "(= (+ ա բ) ա)");
  EXPECT_EQ(operators_of("\\frac{??}{x}"), "(/ և x)");
}

TEST(FormulaQuery, KnowsWhichLeavesAreWildcards) {
  const auto query = FormulaQuery::read("?a+x??");
  ASSERT_TRUE(query.has_value());
  std::u32string names;
  const formula::OperatorTree& tree = query->formula().operators;
  for (formula::NodeId node = 0; node < tree.node_count(); ++node) {
    if (tree.children(node).empty())
      names += query->wildcard(node) == 0 ? U'.' : query->wildcard(node);
  }
  EXPECT_EQ(names, U"a.?");
  EXPECT_TRUE(query->has_wildcards());
  EXPECT_EQ(query->identity(index::Identity::Structure), base::Digest{});
}

TEST(FormulaQuery, LeavesOtherQuestionMarksAlone) {
  EXPECT_FALSE(FormulaQuery::read("x\\stackrel{?}{=}y")->has_wildcards());
  EXPECT_FALSE(FormulaQuery::read("x=1\\text{ or ?a}")->has_wildcards());
  EXPECT_FALSE(FormulaQuery::read("x = ?")->has_wildcards());
}

TEST(FormulaQuery, HasNoFeatureThatHoldsAWildcard) {
  const auto with = FormulaQuery::read("x^2+?a");
  const auto without = FormulaQuery::read("x^2+y");
  ASSERT_TRUE(with && without);
  EXPECT_LT(with->tuples().size(), without->tuples().size());
  EXPECT_LT(with->paths().prefixes.size(), without->paths().prefixes.size());
  EXPECT_FALSE(with->tuples().empty());
}

TEST(FormulaQuery, PointsAtWhatIsNoQuery) {
  const auto empty = FormulaQuery::read("  ");
  ASSERT_FALSE(empty.has_value());
  EXPECT_THAT(empty.error().message, ::testing::HasSubstr("no formula"));
  const auto wildcard = FormulaQuery::read("?a");
  ASSERT_FALSE(wildcard.has_value());
  EXPECT_EQ(wildcard.error().span, (base::Span{0, 2}));
}

TEST(FormulaWeights, AreReadAsTheyAreWritten) {
  FormulaWeights weights{};
  weights[0] = 0.25;
  weights[3] = -1.5;
  const auto read = parse_formula_weights("# learned\n\n" + write_formula_weights(weights));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(*read, weights);
}

TEST(FormulaWeights, PointAtTheLineThatIsWrong) {
  const auto unknown = parse_formula_weights("path 1\nbeauty 2\n");
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().span, (base::Span{7, 15}));
  EXPECT_FALSE(parse_formula_weights("path much\n").has_value());
  EXPECT_FALSE(parse_formula_weights("path\n").has_value());
}

TEST(FormulaWeights, ThatShipAreThere) {
  EXPECT_GT(shipped_formula_weights()[static_cast<std::size_t>(FormulaFeature::PathStructure)], 0);
}

}  // namespace
}  // namespace noether::search
