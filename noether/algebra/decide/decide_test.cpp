#include "noether/algebra/decide/decide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <climits>
#include <fstream>
#include <sstream>

#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/numeric/compare.h"

namespace noether::algebra {
namespace {

using formula::Notation;
using testing::AnyOf;

DecideOptions where_both_defined() {
  DecideOptions options;
  options.equality = Equality::WhereBothDefined;
  return options;
}

struct DecideTest : testing::Test {
  Vocabulary words;
  Expressions pool{words};

  ExprId read(std::string_view text, Notation notation = Notation::Latex) {
    auto expression = read_expression(notation, text, pool);
    EXPECT_TRUE(expression) << text << ": " << expression.error().message;
    return expression.value_or(0);
  }
  Decision ask(std::string_view left, std::string_view right, const DecideOptions& options = {}) {
    return decide(pool, read(left), read(right), options);
  }
  Verdict verdict(std::string_view left, std::string_view right,
                  const DecideOptions& options = {}) {
    return ask(left, right, options).verdict;
  }
};

TEST_F(DecideTest, ProvesSchoolIdentities) {
  EXPECT_EQ(verdict("(x+1)^2", "x^2+2x+1"), Verdict::Proven);
  EXPECT_EQ(verdict("\\sin^2 x+\\cos^2 x", "1"), Verdict::Proven);
  EXPECT_EQ(verdict("\\sin(2x)", "2\\sin x\\cos x"), Verdict::Proven);
  EXPECT_EQ(verdict("\\frac{d}{dx}\\ln x", "\\frac1x"), Verdict::Proven);
  EXPECT_EQ(verdict("\\cosh^2 x-\\sinh^2 x", "1"), Verdict::Proven);
  EXPECT_EQ(verdict("\\sqrt{x^2}", "|x|"), Verdict::Proven);
  EXPECT_EQ(verdict("e^{i\\pi}", "-1"), Verdict::Proven);
}

TEST_F(DecideTest, WorksOutIntegralsSumsAndLimitsFirst) {
  EXPECT_EQ(ask("\\int_0^1 x^2 dx", "\\frac13").verdict, Verdict::Proven);
  EXPECT_EQ(ask("\\int_0^1 x^2 dx", "\\frac13").reason, "the integral is 1/3");
  EXPECT_EQ(verdict("\\int_0^1 x^2 dx", "\\frac12"), Verdict::Refuted);
  EXPECT_EQ(ask("\\sum_{k=1}^{10} k", "55").reason, "the sum is 55");
  EXPECT_EQ(verdict("\\sum_{k=1}^{10} k", "56"), Verdict::Refuted);
  EXPECT_EQ(ask("1", "\\lim_{x\\to 0}\\frac{\\sin x}{x}").reason, "the limit is 1");
  EXPECT_EQ(verdict("\\int x dx", "\\frac{x^2}{2}+C"), Verdict::Proven);
  EXPECT_EQ(verdict("x^2+C", "\\int 2x dx"), Verdict::Proven);
}

TEST_F(DecideTest, LeavesOpenWhatDependsOnLettersOrOnTheConstant) {
  EXPECT_NE(verdict("\\lim_{x\\to 0}\\frac{ax}{ax}", "1"), Verdict::Proven) << "not for a = 0";
  EXPECT_NE(verdict("\\int x dx", "x^2+C"), Verdict::Proven);
  EXPECT_NE(verdict("\\int x dx", "\\frac{x^2}{2}+x"), Verdict::Proven);
  EXPECT_NE(verdict("\\sum_{k=1}^n k", "\\frac{n(n+1)}{2}"), Verdict::Refuted);
}

TEST_F(DecideTest, DoesNotComputeWithProductsOfSets) {
  EXPECT_EQ(ask("A\\times B", "B\\times A").reason, "algebra cannot compute with products of sets");
  EXPECT_EQ(verdict("A\\times B", "B\\times A"), Verdict::Unknown);
  EXPECT_EQ(verdict("\\mathbb R\\times\\mathbb R", "\\mathbb R\\mathbb R"), Verdict::Unknown);
  EXPECT_EQ(verdict("X\\times Y\\times Z", "aRb"), Verdict::Unknown);
  EXPECT_EQ(verdict("A\\times B", "A\\times B"), Verdict::Proven);
  EXPECT_EQ(verdict("3\\times 4", "12"), Verdict::Proven);
  EXPECT_EQ(verdict("2\\times x", "x+x"), Verdict::Proven);
}

// Decided by normal forms, by rules, or without any point.
TEST_F(DecideTest, GivesUpWhereItIsWhenNobodyWaits) {
  for (const auto& [left, right] :
       {std::pair{"(x+1)^2", "x^2+2x+1"}, std::pair{"\\sin(2x)", "2\\sin x\\cos x"},
        std::pair{"f(\\sin(2x))", "f(2\\sin x\\cos x)"}}) {
    SCOPED_TRACE(left);
    int asks = 0;
    int last = INT_MAX;
    DecideOptions options;
    options.is_over = [&] { return ++asks >= last; };
    ASSERT_EQ(verdict(left, right, options), Verdict::Proven);
    const int all = asks;
    EXPECT_GE(all, 1);
    for (last = 1; last <= all; ++last) {
      asks = 0;
      const Decision decision = ask(left, right, options);
      EXPECT_EQ(decision.verdict, Verdict::Unknown);
      EXPECT_EQ(decision.reason, "the time is over");
      EXPECT_LE(asks, last + 2) << "nothing is done behind it";
    }
  }
}

TEST_F(DecideTest, PrefersAPointWhereTheValuesDifferToAHole) {
  for (const auto& [left, right] :
       {std::pair{"\\arctan x+\\arctan\\frac1x", "\\frac{\\pi}{2}"},
        std::pair{"\\frac{|x|}{x}", "1"}, std::pair{"\\ln x^2", "2\\ln x+x-x^3"},
        std::pair{"\\frac{\\sqrt{x^2}}{x}", "\\cos 0"}}) {
    const Decision decision = ask(left, right);
    EXPECT_EQ(decision.verdict, Verdict::Refuted) << left;
    EXPECT_NE(decision.left_value, "undefined") << left;
    EXPECT_NE(decision.right_value, "undefined") << left;
  }
  // Only a hole distinguishes them.
  for (const auto& [left, right] :
       {std::pair{"\\frac{x^2}{x}", "x"}, std::pair{"\\ln x^2", "2\\ln x"},
        std::pair{"\\frac{1}{x-17}-\\frac{1}{x-17}", "0"}}) {
    const Decision decision = ask(left, right);
    EXPECT_EQ(decision.verdict, Verdict::Refuted) << left;
    EXPECT_TRUE(decision.left_value == "undefined" || decision.right_value == "undefined") << left;
  }
}

TEST_F(DecideTest, SaysWithWhatItCannotCompute) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"f(x)", "the function f"},
      {"f(x)+g(x)+h(x)", "the function f, the function g and the function h"},
      {"\\sum_{n=1}^{\\infty} a_n", "sums"},
      {"\\prod_{k=1}^{n} k", "products over an index"},
      {"\\lim_{x\\to 0} |x|", "limits"},
      {"\\int f(x)\\,dx", "integrals and the function f"},
      {"\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}+a", "matrices"},
      {"a \\odot b", "the sign ⊙"},
      {"a \\pm b", "values of two signs (\\pm)"},
      {"a_{n+1}", "members of sequences"},
      {"y'", "y'"},
      {"\\frac{dy}{dx}", "derivatives"},
      {"\\|v\\|", "norms"},
      {"a \\bmod b", "remainders"},
      {"\\max_{x} y", "maxima"}};
  for (const auto& [latex, told] : cases) {
    EXPECT_EQ(ask(latex, "1").reason, "algebra cannot compute with " + told) << latex;
  }
}

TEST_F(DecideTest, RefutesWithAPointWhereTheValuesDiffer) {
  const Decision decision = ask("\\sqrt{x^2}", "x");
  EXPECT_EQ(decision.verdict, Verdict::Refuted);
  ASSERT_EQ(decision.point.coordinates.size(), 1U);
  EXPECT_NE(decision.left_value, decision.right_value);
  EXPECT_EQ(verdict("(x+y)^2", "x^2+y^2"), Verdict::Refuted);
  EXPECT_EQ(verdict("\\sin x", "x"), Verdict::Refuted);
  EXPECT_EQ(verdict("1", "0"), Verdict::Refuted);
}

TEST_F(DecideTest, RefutesWithAPointWhereOneSideIsUndefined) {
  const Decision decision = ask("\\frac{x}{x}", "1");
  EXPECT_EQ(decision.verdict, Verdict::Refuted);
  EXPECT_EQ(decision.left_value, "undefined");
  EXPECT_EQ(verdict("\\ln x^2", "2\\ln x"), Verdict::Refuted);
  EXPECT_EQ(verdict("e^{\\ln x}", "x"), Verdict::Refuted);
  const DecideOptions shared = where_both_defined();
  EXPECT_EQ(verdict("\\frac{x}{x}", "1", shared), Verdict::Proven);
  EXPECT_THAT(verdict("e^{\\ln x}", "x", shared), AnyOf(Verdict::Proven, Verdict::Agrees));
}

TEST_F(DecideTest, LooksBeyondKinksAndAtExactDifferences) {
  EXPECT_EQ(verdict("|x-1000|", "1000-x"), Verdict::Refuted);
  EXPECT_EQ(verdict("\\max(x,10^{10})", "10^{10}"), Verdict::Refuted);
  EXPECT_EQ(verdict("2^{10^8}", "2^{10^8}+1"), Verdict::Refuted);
}

TEST_F(DecideTest, DoesNotTakePrimesForConstants) {
  EXPECT_EQ(verdict("\\frac{d}{dx}(y')", "0"), Verdict::Unknown);
  EXPECT_EQ(verdict("\\int y'\\,dx", "x y'"), Verdict::Unknown);
}

TEST_F(DecideTest, HonoursAssumptions) {
  DecideOptions options;
  options.assumptions.variables = {
      {.variable = words.variable("x"), .lower = pool.number(Rational(0)), .lower_open = true}};
  EXPECT_THAT(verdict("\\sqrt{x^2}", "x", options), AnyOf(Verdict::Proven, Verdict::Agrees));
  EXPECT_EQ(verdict("\\frac{x}{x}", "1", options), Verdict::Proven);
}

TEST_F(DecideTest, NeverGuessesWhatItDoesNotKnow) {
  EXPECT_EQ(verdict("\\sum_{k=1}^n k", "\\frac{n(n+1)}2"), Verdict::Unknown);
  EXPECT_EQ(verdict("f(x)", "g(x)"), Verdict::Unknown);
  EXPECT_EQ(verdict("f(x+1)", "f(1+x)"), Verdict::Proven);
}

TEST_F(DecideTest, CallsNothingEqualThatHasNoValue) {
  EXPECT_EQ(verdict("\\frac10", "\\frac20"), Verdict::Unknown);
  EXPECT_EQ(verdict("\\ln(-1)", "\\sqrt{-1}+1"), Verdict::Unknown);
}

TEST_F(DecideTest, StaysWithinItsTimeOnHugeNumbers) {
  const auto start = std::chrono::steady_clock::now();
  DecideOptions options;
  options.seconds = 1;
  EXPECT_NE(verdict("9^{9^{9^9}}", "9^{9^{9^9}}+1", options), Verdict::Proven);
  EXPECT_NE(verdict("(x+y+z)^{100000}", "(x+y+z)^{100001}", options), Verdict::Proven);
  EXPECT_EQ(verdict("\\frac10", "1", options), Verdict::Refuted);
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
  EXPECT_LT(used.count(), 10.0);
}

TEST_F(DecideTest, ShowsProofsWhoseStepsAreAllEqual) {
  for (const auto& [left, right] :
       std::vector<std::pair<std::string, std::string>>{{"\\sin(x+\\pi)", "-\\sin x"},
                                                        {"\\tan x", "\\frac{\\sin x}{\\cos x}"},
                                                        {"\\sec^{-1}(x)", "\\cos^{-1}(1/x)"},
                                                        {"\\ln(e^x)", "x"}}) {
    const Decision decision = ask(left, right);
    ASSERT_EQ(decision.verdict, Verdict::Proven) << left << " ~ " << right;
    ASSERT_GE(decision.proof.size(), 2U) << left;
    for (std::size_t i = 1; i < decision.proof.size(); ++i) {
      const ExprId before = decision.proof[i - 1].term;
      const ExprId after = decision.proof[i].term;
      EXPECT_FALSE(decision.proof[i].rule.empty());
      BallEvaluator evaluator(pool, {before, after});
      const Point point{{{words.variable("x"), pool.number(Rational(37, 29))}}};
      EXPECT_EQ(compare_at(evaluator, point, Field::Real, 20).outcome, Outcome::SameValue)
          << expression_text(Notation::Latex, pool, before) << " = "
          << expression_text(Notation::Latex, pool, after) << " by " << decision.proof[i].rule;
    }
  }
}

// The tables of the E-Gen paper: the pairs printed there as equal, and their true verdicts.
TEST_F(DecideTest, FindsOutTheTablesOfTheEGenPaper) {
  std::ifstream file(NOETHER_SOURCE_DIR "/noether/algebra/decide/golden/egen_tables.txt");
  ASSERT_TRUE(file);
  std::string line;
  int cases = 0;
  int proven = 0;
  int equal = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    ++cases;
    std::istringstream words_of(line);
    std::string kind;
    std::string table;
    words_of >> kind >> table;
    std::string rest;
    std::getline(words_of, rest);
    const auto middle = rest.find(" ~ ");
    ASSERT_NE(middle, std::string::npos) << line;
    const std::string left = rest.substr(0, middle);
    const std::string right = rest.substr(middle + 3);
    const Decision strict = ask(left, right);
    const Decision shared = ask(left, right, where_both_defined());
    if (kind == "equal") {
      ++equal;
      if (strict.verdict == Verdict::Proven) ++proven;
      EXPECT_THAT(strict.verdict, AnyOf(Verdict::Proven, Verdict::Agrees)) << line;
    } else {
      EXPECT_EQ(strict.verdict, Verdict::Refuted) << line << ": " << strict.reason;
    }
    if (kind == "equal" || kind == "shared") {
      EXPECT_THAT(shared.verdict, AnyOf(Verdict::Proven, Verdict::Agrees)) << line;
    } else if (kind == "different") {
      EXPECT_EQ(shared.verdict, Verdict::Refuted) << line << ": " << shared.reason;
    } else {
      EXPECT_NE(shared.verdict, Verdict::Proven) << line;
    }
  }
  EXPECT_GT(cases, 80);
  // Most equal pairs have a proof, not only agreeing numbers.
  EXPECT_GT(proven * 10, equal * 8) << proven << " of " << equal;
}

}  // namespace
}  // namespace noether::algebra
