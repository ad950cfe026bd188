#include "noether/egraph/pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::egraph {
namespace {

std::string echo(const std::string& text) {
  SymbolTable language;
  VariableNames variables;
  const auto pattern = read_pattern(text, language, variables);
  if (!pattern) return pattern.error().message;
  return to_string(*pattern, [&](Symbol s) { return language.name(s); }, variables);
}

TEST(Pattern, ReadsAndWritesSExpressions) {
  EXPECT_EQ(echo("?a"), "?a");
  EXPECT_EQ(echo(" ( +  ?a\t(* ?b -1) )"), "(+ ?a (* ?b -1))");
  EXPECT_EQ(echo("(f (g x) (h ?x ?y ?x) ())"), "an operator is missing after a parenthesis");
}

TEST(Pattern, SaysWhatIsWrong) {
  EXPECT_EQ(echo(""), "the pattern is empty");
  EXPECT_EQ(echo("(f x"), "a parenthesis is not closed");
  EXPECT_EQ(echo("f x"), "text after the end of the pattern");
  EXPECT_EQ(echo("x)"), "text after the end of the pattern");
  EXPECT_EQ(echo(")"), "a parenthesis is closed but not opened");
  EXPECT_EQ(echo("(?f x)"), "a variable cannot have children");
  EXPECT_EQ(echo(std::string(1'000'000, '(')), "an operator is missing after a parenthesis");
  std::string nested;
  for (int i = 0; i < 1'000'000; ++i) nested += "(f ";
  EXPECT_EQ(echo(nested), "the pattern is nested too deeply");
}

TEST(Pattern, NumbersVariablesInTheOrderTheyAreMet) {
  SymbolTable language;
  const Rule rule = read_rule("r", "(f ?b (g ?a) ?b)", "(g ?a)", language).value();
  EXPECT_EQ(rule.variables, (VariableNames{"?b", "?a"}));
  EXPECT_EQ(rule.lhs[3].id, 1U);
  EXPECT_EQ(rule.rhs[1].id, 1U);
  EXPECT_EQ(rule.lhs[0].size, 5U);
}

TEST(Rule, BindsEveryVariableOnTheLeft) {
  SymbolTable language;
  const auto rule = read_rule("r", "(f ?a)", "(f ?b)", language);
  ASSERT_FALSE(rule);
  EXPECT_EQ(rule.error().message,
            "the right side of r has the variable ?b, which the left side lacks");
}

TEST(Term, HasNoVariables) {
  SymbolTable language;
  EXPECT_FALSE(read_term("(f ?a)", language));
  EXPECT_TRUE(read_term("(f a)", language));
}

}  // namespace
}  // namespace noether::egraph
