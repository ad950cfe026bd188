#include "noether/search/formula/pattern_matcher.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "noether/base/test_seed.h"
#include "noether/search/formula/random_formulas.h"

namespace noether::search {
namespace {

using Names = PatternMatcher::Names;

bool occurs(const std::string& pattern, const std::string& formula, Names names = Names::Kept) {
  const auto query = FormulaQuery::read(pattern);
  EXPECT_TRUE(query.has_value()) << pattern;
  const auto other = FormulaQuery::read(formula);
  EXPECT_TRUE(other.has_value()) << formula;
  PatternMatcher matcher;
  matcher.assign(*query, names);
  FlatTree tree;
  tree.assign(other->formula().operators);
  return matcher.find(tree);
}

TEST(PatternMatcher, FindsAPartOfAFormula) {
  EXPECT_TRUE(occurs("x^2+1", "\\frac{x^2+1}{y}"));
  EXPECT_TRUE(occurs("\\sqrt{x}", "y+\\sqrt{x}"));
  EXPECT_FALSE(occurs("x^2+1", "\\frac{x^3+1}{y}"));
  EXPECT_FALSE(occurs("\\frac{x}{y}", "\\frac{y}{x}"));
}

TEST(PatternMatcher, TakesOperandsInAnyOrderWhereTheyHaveNone) {
  EXPECT_TRUE(occurs("1+x^2", "\\sin(x^2+1)"));
  EXPECT_TRUE(occurs("abc", "cab"));
  EXPECT_FALSE(occurs("a-b", "b-a"));
}

TEST(PatternMatcher, FindsASumInALongerSum) {
  EXPECT_TRUE(occurs("a+b", "c+b+a"));
  EXPECT_TRUE(occurs("a+b", "(c+b+a)^2"));
  // A sum that is only a part of the query must match a whole sum.
  EXPECT_FALSE(occurs("(a+b)^2", "(a+b+c)^2"));
}

TEST(PatternMatcher, LetsAWildcardStandForAnySubexpression) {
  EXPECT_TRUE(occurs("?a^2", "(x+1)^2"));
  EXPECT_TRUE(occurs("\\frac{?a}{?b}", "1+\\frac{x}{y^2}"));
  EXPECT_TRUE(occurs("\\sin(?x)", "\\sin(2\\pi)"));
  EXPECT_FALSE(occurs("\\sin(?x)", "\\cos(2\\pi)"));
}

TEST(PatternMatcher, LetsAWildcardStandForTheSameEachTime) {
  EXPECT_TRUE(occurs("?a^2+?a", "y^2+y"));
  EXPECT_FALSE(occurs("?a^2+?a", "y^2+z"));
  // The same up to the order of operands.
  EXPECT_TRUE(occurs("\\frac{?a}{\\sqrt{?a}}", "\\frac{x+y}{\\sqrt{y+x}}"));
  EXPECT_TRUE(occurs("?a+?b=?b+?a", "x+2y=2y+x"));
  EXPECT_TRUE(occurs("\\frac{??}{??}", "\\frac{x}{y}"));
  EXPECT_FALSE(occurs("\\frac{?a}{?a}", "\\frac{x}{y}"));
}

TEST(PatternMatcher, LetsAWildcardTakeAllOtherOperandsOfASum) {
  EXPECT_TRUE(occurs("(?a+1)^2", "(x+y+1)^2"));
  EXPECT_FALSE(occurs("(?a+1)^2", "(x+y)^2"));
  EXPECT_TRUE(occurs("(?a+1)^2+?a", "(x+y+1)^2+x+y"));
}

TEST(PatternMatcher, LetsAWildcardStandForTheNameOfAFunction) {
  EXPECT_TRUE(occurs("?f(x)+1", "g(x)+1"));
  EXPECT_FALSE(occurs("?f(x)+1", "g(y)+1"));
}

TEST(PatternMatcher, RenamesVariablesOneByOne) {
  EXPECT_FALSE(occurs("x^2+y", "a^2+b"));
  EXPECT_TRUE(occurs("x^2+y", "\\sqrt{a^2+b}", Names::Renamed));
  EXPECT_FALSE(occurs("x^2+y", "a^2+a", Names::Renamed));
  EXPECT_FALSE(occurs("x^2+x", "a^2+b", Names::Renamed));
  EXPECT_FALSE(occurs("x^2+1", "a^2+2", Names::Renamed));
}

TEST(PatternMatcher, FindsEveryPartOfRandomFormulas) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 200; ++round) {
    const std::string part = random_formula(random, 2);
    const std::string whole = "\\frac{" + part + "}{" + random_formula(random, 2) + "}+w";
    SCOPED_TRACE(part + " in " + whole);
    EXPECT_TRUE(occurs(part, whole));
    EXPECT_TRUE(occurs(part, whole, Names::Renamed));
    EXPECT_TRUE(occurs("\\frac{?a}{??}+w", whole));
  }
}

TEST(PatternMatcher, GivesUpOnWhatTakesTooLong) {
  std::string pattern = "(?a";
  std::string formula = "(x_0";
  for (int i = 1; i < 40; ++i) {
    pattern += "+?" + std::string(1, static_cast<char>('a' + i % 26));
    formula += "+x_{" + std::to_string(i) + "}";
  }
  EXPECT_FALSE(occurs(pattern + ")^{q}", formula + ")^{p}"));
}

}  // namespace
}  // namespace noether::search
