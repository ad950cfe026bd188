#include "noether/search/formula/overlap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "noether/formula/formula_io.h"
#include "noether/search/formula/flat_tree.h"

namespace noether::search {
namespace {

FlatTree flat_tree_of(const std::string& latex) {
  formula::Formula formula;
  EXPECT_TRUE(formula::FormulaReader().read(formula::Notation::Latex, latex, formula));
  FlatTree tree;
  tree.assign(formula.operators);
  return tree;
}

double cosine_of(const std::string& query, const std::string& candidate) {
  LabelOverlap overlap;
  overlap.assign(flat_tree_of(query));
  return overlap.compare(flat_tree_of(candidate)).cosine;
}

TEST(LabelRarities, WeighsRareLabelsMore) {
  const auto rarities = LabelRarities::parse(
      "# a collection\nformulas 100\n90 variable x\n30 +\n20 number 2\n10 call \\\\alpha\n");
  ASSERT_TRUE(rarities.has_value()) << rarities.error().message;
  const FlatTree sum = flat_tree_of("x+2");
  // Operands precede the operator.
  const double x = rarities->weight(sum[0].label);
  const double two = rarities->weight(sum[1].label);
  const double plus = rarities->weight(sum.root().label);
  EXPECT_GT(x, 0);
  EXPECT_GT(plus, x);
  EXPECT_GT(two, plus);
  // A label that is not in the file is as rare as the rarest one in it.
  EXPECT_GT(rarities->weight(flat_tree_of("q").root().label), two);
}

TEST(LabelRarities, RefusesALineThatIsWrong) {
  for (const char* text : {"5 variable x\n", "formulas 0\n", "formulas 10\n11 variable x\n",
                           "formulas 10\nmany variable x\n", "formulas 10\n5 no-operator\n"}) {
    EXPECT_FALSE(LabelRarities::parse(text).has_value()) << text;
  }
}

TEST(LabelRarities, KnowsUsualLabelsOfTheFileThatShips) {
  const LabelRarities& shipped = LabelRarities::shipped();
  const FlatTree usual = flat_tree_of("x=1");
  const double unknown = shipped.weight(0);
  for (const FlatNode& node : usual.nodes()) EXPECT_LT(shipped.weight(node.label), unknown / 2);
}

TEST(LabelOverlap, MeasuresTheCosineOfLabels) {
  EXPECT_NEAR(cosine_of("x^2+y", "y+x^2"), 1, 1e-12);
  EXPECT_EQ(cosine_of("x", "\\emptyset"), 0);
  const double more = cosine_of("\\zeta(s)=0", "\\zeta(s)=1");
  EXPECT_GT(more, cosine_of("\\zeta(s)=0", "f(s)=0"));
  EXPECT_LT(more, 1);
  // Additional parts of the candidate reduce the similarity.
  EXPECT_LT(cosine_of("x+y", "x+y+\\alpha\\beta"), cosine_of("x+y", "x+y+x"));
}

double siblings_of(const std::string& query, const std::string& candidate) {
  const auto flat = [](const std::string& latex) {
    formula::Formula formula;
    EXPECT_TRUE(formula::FormulaReader().read(formula::Notation::Latex, latex, formula));
    FlatTree tree;
    tree.assign(formula.operators);
    return tree;
  };
  SiblingOverlap overlap;
  overlap.assign(flat(query));
  return overlap.recall(flat(candidate));
}

TEST(SiblingOverlap, ForgetsTheOrderOfOperandsThatCommute) {
  EXPECT_DOUBLE_EQ(siblings_of("a+b", "b+a"), 1);
  EXPECT_DOUBLE_EQ(siblings_of("\\frac{a}{b}", "\\frac{a}{b}"), 1);
  EXPECT_DOUBLE_EQ(siblings_of("\\frac{a}{b}", "\\frac{b}{a}"), 0);
}

TEST(SiblingOverlap, FindsPairsAnywhereInTheCandidate) {
  EXPECT_DOUBLE_EQ(siblings_of("a+b", "\\sqrt{a+b}"), 1);
  EXPECT_DOUBLE_EQ(siblings_of("a+b", "c+a+b"), 1);
  EXPECT_DOUBLE_EQ(siblings_of("a+b", "ab"), 0);
}

TEST(SiblingOverlap, CountsTheShareOfTheQuerysPairs) {
  // The power of x and 2, and the sum of the power and y.
  EXPECT_DOUBLE_EQ(siblings_of("x^2+y", "x^2"), 0.5);
  // A pair that occurs twice counts by the square root.
  EXPECT_NEAR(siblings_of("(a+b)^{a+b}", "a+b"), 1 / (std::sqrt(2.0) + 1), 1e-12);
}

TEST(SiblingOverlap, IsWholeForAQueryWithoutPairs) { EXPECT_EQ(siblings_of("x", "y+z"), 1); }

}  // namespace
}  // namespace noether::search
