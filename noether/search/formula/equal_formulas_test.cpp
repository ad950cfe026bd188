#include "noether/search/formula/equal_formulas.h"

#include <gtest/gtest.h>

#include <string>

#include "noether/search/formula/formula_query.h"

namespace noether::search {
namespace {

std::optional<Equality> equality_of(const std::string& query, const std::string& formula) {
  EqualFormulas equal(FormulaQuery::read(query)->formula().operators);
  EXPECT_TRUE(equal.can_compare()) << query;
  return equal.compare(FormulaQuery::read(formula)->formula().operators, 2);
}

TEST(EqualFormulas, ProvesExpressionsEqualUnderOtherNames) {
  const auto equality = equality_of("(x+1)^2", "y^2+2y+1");
  ASSERT_TRUE(equality.has_value());
  EXPECT_EQ(equality->verdict, algebra::Verdict::Proven);
  ASSERT_EQ(equality->renamed.size(), 1U);
  EXPECT_EQ(equality->renamed[0].first, "y");
  EXPECT_EQ(equality->renamed[0].second, "x");
}

TEST(EqualFormulas, ProvesEquationsWhoseSidesAreEqual) {
  const auto equality = equality_of("y=(x+1)^2", "y=x^2+2x+1");
  ASSERT_TRUE(equality.has_value());
  EXPECT_EQ(equality->verdict, algebra::Verdict::Proven);
  EXPECT_EQ(equality->reason.find("both sides are equal"), 0U) << equality->reason;
  const auto swapped = equality_of("y=(x+1)^2", "x^2+2x+1=y");
  ASSERT_TRUE(swapped.has_value());
  EXPECT_NE(swapped->reason.find("in the other order"), std::string::npos) << swapped->reason;
}

TEST(EqualFormulas, ProvesEquationsThatAreMultiplesOfOneAnother) {
  for (const std::string formula : {"x-2=0", "6=3x", "\\frac{x}{2}=1", "3t=6"}) {
    const auto equality = equality_of("2x=4", formula);
    ASSERT_TRUE(equality.has_value()) << formula;
    EXPECT_EQ(equality->verdict, algebra::Verdict::Proven) << formula;
    EXPECT_NE(equality->reason.find("multiples"), std::string::npos) << equality->reason;
  }
}

TEST(EqualFormulas, FindsNothingEqualAboutOtherEquations) {
  EXPECT_FALSE(equality_of("2x=4", "x=3").has_value());
  EXPECT_FALSE(equality_of("2x=4", "x^2=4").has_value());
  EXPECT_FALSE(equality_of("2x=4", "2x-4").has_value());
  // A variable that the query does not have.
  EXPECT_FALSE(equality_of("i=2", "j=2").has_value());
  EXPECT_FALSE(equality_of("ix=0", "yx=0").has_value());
  EXPECT_FALSE(equality_of("x=0", "xy=0").has_value());
  EXPECT_FALSE(equality_of("2=3", "y=5").has_value());
  // Both hold for every x, but are different statements.
  EXPECT_FALSE(equality_of("\\sin^2 x+\\cos^2 x=1", "(x+1)^2=x^2+2x+1").has_value());
}

TEST(EqualFormulas, TriesOrdersOfNamesUntilTimeRunsOut) {
  EqualFormulas equal(FormulaQuery::read("v+2w+3x+4y+5z=1")->formula().operators);
  const auto other = FormulaQuery::read("a+2b+3c+4d+5f=2");
  const auto equality = equal.compare(other->formula().operators, 0);
  ASSERT_TRUE(equality.has_value()) << "the 120 orders were all tried";
  EXPECT_EQ(equality->verdict, algebra::Verdict::Unknown);
  EXPECT_FALSE(equal.compare(other->formula().operators, 20).has_value());
}

TEST(EqualFormulas, KnowsWhichLettersAreNoNames) {
  const auto can_rename = [](const std::string& query, const std::string& formula) {
    EqualFormulas equal(FormulaQuery::read(query)->formula().operators);
    return equal.can_rename(FormulaQuery::read(formula)->formula().operators);
  };
  EXPECT_TRUE(can_rename("x+y=2", "a+b=2"));
  EXPECT_FALSE(can_rename("x+i=2", "a+b=2"));
  EXPECT_FALSE(can_rename("x+y=2", "x+i=2"));
  EXPECT_FALSE(can_rename("f(x)=2", "\\Gamma(x)=2"));
}

TEST(EqualFormulas, KnowsNothingOfOtherRelations) {
  const EqualFormulas equal(FormulaQuery::read("x<2")->formula().operators);
  EXPECT_FALSE(equal.can_compare());
}

}  // namespace
}  // namespace noether::search
