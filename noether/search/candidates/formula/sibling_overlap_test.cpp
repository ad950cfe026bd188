#include "noether/search/candidates/formula/sibling_overlap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "noether/formula/formula_io.h"

namespace noether::search {
namespace {

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
  // A pair that stands twice counts by the square root.
  EXPECT_NEAR(siblings_of("(a+b)^{a+b}", "a+b"), 1 / (std::sqrt(2.0) + 1), 1e-12);
}

TEST(SiblingOverlap, IsWholeForAQueryWithoutPairs) { EXPECT_EQ(siblings_of("x", "y+z"), 1); }

}  // namespace
}  // namespace noether::search
