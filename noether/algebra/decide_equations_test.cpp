#include "noether/algebra/decide_equations.h"

#include <gtest/gtest.h>

#include "noether/algebra/read_expression.h"
#include "noether/algebra/write_expression.h"

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
    const std::size_t sign = latex.find('=');
    return {read(latex.substr(0, sign)), read(latex.substr(sign + 1))};
  }
  Decision ask(std::string_view a, std::string_view b) {
    return decide_equations(pool, equation(a), equation(b));
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

}  // namespace
}  // namespace noether::algebra
