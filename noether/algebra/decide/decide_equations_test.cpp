#include "noether/algebra/decide/decide_equations.h"

#include <gtest/gtest.h>

#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::algebra {
namespace {

struct DecideEquationsTest : testing::Test {
  Vocabulary words;
  Expressions pool{words};

  ExprId read(std::string_view latex) {
    const auto expression = read_expression(formula::Notation::Latex, latex, pool);
    EXPECT_TRUE(expression) << latex;
    return expression.value_or(0);
  }
  Equation equation(std::string_view latex) {
    std::size_t sign = 0;  // not that of a sum's limits
    for (int depth = 0; latex[sign] != '=' || depth > 0; ++sign) {
      depth += latex[sign] == '{' ? 1 : latex[sign] == '}' ? -1 : 0;
    }
    return {read(latex.substr(0, sign)), read(latex.substr(sign + 1))};
  }
  Decision ask(std::string_view a, std::string_view b, const DecideOptions& options = {}) {
    return decide_equations(pool, equation(a), equation(b), options);
  }
  // In both orders.
  void expect(Verdict verdict, std::string_view a, std::string_view b, DecideOptions options = {}) {
    // A proof gets ample time, so that the load of the machine does not matter.
    if (verdict == Verdict::Proven) options.seconds = 120;
    const Decision there = ask(a, b, options);
    EXPECT_EQ(there.verdict, verdict) << a << " and " << b << ": " << there.reason;
    const Decision back = ask(b, a, options);
    EXPECT_EQ(back.verdict, verdict) << b << " and " << a << ": " << back.reason;
  }
};

TEST_F(DecideEquationsTest, ProvesThatMultiplesSayTheSame) {
  for (const auto& [a, b] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"x=1", "2x=2"},
           {"2x=4", "x-2=0"},
           {"6=3t", "t=2"},
           {"x+y=1", "y=1-x"},
           {"(x+1)^2=y", "x^2+2x+1=y"},
           {"y=x^2", "x^2=y"},
           {"\\sin x=\\sqrt{2}", "\\sqrt{2}\\sin x=2"}}) {
    const Decision decision = ask(a, b);
    EXPECT_EQ(decision.verdict, Verdict::Proven) << a << " and " << b << ": " << decision.reason;
    EXPECT_FALSE(decision.proof.empty()) << a << " and " << b;
  }
}

TEST_F(DecideEquationsTest, RefutesByAPointWhereOnlyOneHolds) {
  for (const auto& [a, b] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"x=1", "x=2"},
                                                                  {"x=1", "x^2=1"},
                                                                  {"x+y=1", "x+y=2"},
                                                                  {"3x=5", "7x=5"},
                                                                  {"x=y", "x=-y"},
                                                                  {"x=1", "y=1"},
                                                                  {"x=x", "x=0"}}) {
    const Decision decision = ask(a, b);
    EXPECT_EQ(decision.verdict, Verdict::Refuted) << a << " and " << b << ": " << decision.reason;
    EXPECT_NE(decision.left_value, decision.right_value);
  }
  const Decision third = ask("3x=5", "7x=5");
  ASSERT_EQ(third.point.coordinates.size(), 1U);
  const ExprId value = third.point.coordinates[0].second;
  EXPECT_EQ(expression_text(formula::Notation::Latex, pool, value), "\\frac{5}{3}");
  EXPECT_EQ(third.left_value, "true");
  EXPECT_EQ(third.right_value, "false");
}

TEST_F(DecideEquationsTest, SaysNothingOfWhatItCannotTell) {
  EXPECT_EQ(ask("x=0", "x^3=0").verdict, Verdict::Unknown);
  EXPECT_NE(ask("x=0", "\\frac{x}{x}=0").verdict, Verdict::Proven);
  EXPECT_NE(ask("x-1=0", "\\frac{x^2-x}{x}=0").verdict, Verdict::Proven);
}

TEST_F(DecideEquationsTest, DoesNotTakeBoundVariablesForFreeOnes) {
  expect(Verdict::Unknown, "y=\\int_0^x t\\,dt", "2y=x^2");
  expect(Verdict::Unknown, "\\int_0^1 2t\\,dt=x", "x=1");
  expect(Verdict::Unknown, "\\int_0^1 t\\,dt=\\frac{1}{2}", "1=1");
  // Neither ever holds, although the sums are alike for k = 1.
  expect(Verdict::Unknown, "\\sum_{k=1}^{3}k=\\sum_{k=1}^{3}1", "x=x+1");
  // Both hold, and there is no term for k = 0.
  expect(Verdict::Unknown, "\\sum_{k=1}^{n}\\frac{1}{k}=\\sum_{k=1}^{n}\\frac{1}{k}", "1=1");
  expect(Verdict::Proven, "2\\sum_{k=1}^{n}a_k=4", "\\sum_{k=1}^{n}a_k=2");
  expect(Verdict::Proven, "y=\\int_0^x t\\,dt", "\\int_0^x t\\,dt=y");
}

TEST_F(DecideEquationsTest, DoesDerivativesFirst) {
  expect(Verdict::Proven, "y=\\frac{d}{dx}x^2", "\\frac{y}{2}=x");
  expect(Verdict::Refuted, "y=\\frac{d}{dx}x^2", "y=x");
}

TEST_F(DecideEquationsTest, AFactorThatHasNoValueProvesNothing) {
  expect(Verdict::Refuted, "\\frac{x}{x-x}=1", "y=5");
  expect(Verdict::Refuted, "x=1/0", "x=1");
  expect(Verdict::Refuted, "\\frac{x}{0}=1", "x=1");
  expect(Verdict::Refuted, "x=\\tan\\frac{\\pi}{2}", "x=1");
  expect(Verdict::Refuted, "0x=0", "x=1");
}

TEST_F(DecideEquationsTest, TakesAllSidesInOneField) {
  // As real numbers the first would not hold at -1.
  expect(Verdict::Unknown, "\\sqrt{x}^2=x", "i\\sqrt{x}^2=ix");
  expect(Verdict::Refuted, "\\sqrt{x}^2=x", "1=1");
  expect(Verdict::Refuted, "\\sqrt{x}=i", "\\sqrt{x}=1");
  expect(Verdict::Proven, "ix=i", "2ix=2i");
  // i is not a real number.
  DecideOptions real;
  real.field = Field::Real;
  expect(Verdict::Unknown, "ix=i", "x=1", real);
}

TEST_F(DecideEquationsTest, KnowsEquationsThatHoldEverywhereOrNowhere) {
  expect(Verdict::Proven, "0=0", "1=1");
  expect(Verdict::Proven, "x=x", "1=1");
  expect(Verdict::Proven, "(x+1)^2=x^2+2x+1", "y+z=z+y");
  expect(Verdict::Proven, "1=2", "3=4");
  expect(Verdict::Proven, "x=x+1", "1=3");
  expect(Verdict::Refuted, "0=0", "1=2");
  expect(Verdict::Refuted, "0=0", "1=\\frac{1}{0}");
  // No real number solves these equations.
  expect(Verdict::Unknown, "x^2=-1", "x^2=-4");
  expect(Verdict::Unknown, "\\sqrt{x}=-1", "1=2");
}

TEST_F(DecideEquationsTest, AnEquationDoesNotHoldWhereASideHasNoValue) {
  expect(Verdict::Refuted, "\\frac{x}{x}=1", "1=1");
  expect(Verdict::Refuted, "\\frac{x^2}{x}=0", "x=0");
  expect(Verdict::Refuted, "x+\\frac{0}{y}=1", "x=1");
  // 1 is the only solution of each.
  expect(Verdict::Unknown, "\\frac{x^2-x}{x}=0", "x=1");
  expect(Verdict::Unknown, "\\frac{x-1}{x}=0", "x=1");
  // Nowhere defined; 1/0 is undefined, too.
  EXPECT_NE(ask("\\frac{1}{x}=\\frac{1}{x}+\\frac{1}{0}", "1=2").verdict, Verdict::Refuted);
}

TEST_F(DecideEquationsTest, OnlySharedPointsCountWhereAskedFor) {
  DecideOptions shared;
  shared.equality = Equality::WhereBothDefined;
  expect(Verdict::Proven, "\\frac{x}{x}=1", "1=1", shared);
  expect(Verdict::Proven, "\\frac{x^2}{x}=0", "x=0", shared);
  expect(Verdict::Refuted, "\\frac{x^2}{x}=1", "x=2", shared);
  expect(Verdict::Unknown, "x=1/0", "x=1", shared);
  expect(Verdict::Unknown, "\\frac{x}{x-x}=1", "y=5", shared);
}

TEST_F(DecideEquationsTest, AFactorThatDependsOnVariablesProvesNothing) {
  expect(Verdict::Refuted, "xy=y", "x=1");
  expect(Verdict::Refuted, "x(x-1)=0", "x=1");
  expect(Verdict::Unknown, "x(x^2+1)=0", "x=0");
  expect(Verdict::Unknown, "e^x(x-1)=0", "x=1");
  // A variable without influence.
  expect(Verdict::Proven, "x=1", "x+y=1+y");
}

TEST_F(DecideEquationsTest, KnowsNothingOfUnknownFunctionsButTheirNames) {
  expect(Verdict::Proven, "2f(x)=4", "f(x)=2");
  expect(Verdict::Unknown, "f(x)=1", "f(x)=2");
  expect(Verdict::Unknown, "f(x)=f(x)", "1=2");
}

// Equations with the same real solutions are never refuted, and others never proven to be the same.
TEST_F(DecideEquationsTest, IsNeverWrongAboutKnownSolutions) {
  const std::vector<std::vector<std::string_view>> solved = {
      {"0=0", "x=x", "x+y=y+x", "\\sin^2 x+\\cos^2 x=1", "0x=0",
       "\\lvert x\\rvert=\\lvert -x\\rvert"},
      {"1=2", "x=x+1", "x^2=-1", "\\sqrt{x}=-1", "x=1/0", "\\frac{x}{x-x}=1", "e^x=0",
       "x=\\tan\\frac{\\pi}{2}", "\\frac{1}{x}=0", "\\ln 0=x", "\\frac{x}{x}=0"},
      {"x=1", "2x=2", "\\frac{x-1}{x}=0", "\\frac{x^2-x}{x}=0", "(x-1)^2=0", "\\ln x=0",
       "\\sqrt{x}=1", "x^3=1"},
      {"x=0", "x^3=0", "\\lvert x\\rvert=0", "x(x^2+1)=0", "\\sqrt{x}=0", "e^x=1"},
      {"\\frac{x}{x}=1", "\\frac{1}{x}=\\frac{1}{x}", "\\frac{0}{x}=0"},
      {"\\sqrt{x}^2=x", "\\sqrt{x^2}=x", "\\lvert x\\rvert=x"},
      {"e^{\\ln x}=x", "\\frac{\\sqrt{x}}{\\sqrt{x}}=1"},
      {"y=1", "3-3y=0"},
      {"xy=y", "y(x-1)^3=0"}};
  DecideOptions options;
  options.seconds = 0.2;
  for (std::size_t i = 0; i < solved.size(); ++i) {
    for (std::size_t j = i; j < solved.size(); ++j) {
      const Verdict wrong = i == j ? Verdict::Refuted : Verdict::Proven;
      for (const std::string_view a : solved[i]) {
        for (const std::string_view b : solved[j]) {
          EXPECT_NE(ask(a, b, options).verdict, wrong) << a << " and " << b;
        }
      }
    }
  }
}

TEST_F(DecideEquationsTest, RefutesNothingUnderAssumptions) {
  DecideOptions positive;
  positive.assumptions.variables.push_back(
      {.variable = words.variable("x"), .lower = pool.number(0)});
  expect(Verdict::Unknown, "x=1", "x^2=1", positive);
  expect(Verdict::Proven, "x=1", "2x=2", positive);
}

}  // namespace
}  // namespace noether::algebra
