// noether equiv as its user runs it.
#include <gtest/gtest.h>

#include <string>

#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

std::string first_word(const std::string& output) {
  return output.substr(0, output.find_first_of(" \n"));
}

std::string verdict(const std::string& arguments) {
  return first_word(shell("NOETHER equiv " + arguments + " 2>&1").output);
}

TEST(Equiv, NeverProvesThatMatricesCommute) {
  const auto verdict = [](const std::string& arguments) {
    const std::string output = shell("NOETHER equiv " + arguments).output;
    return output.substr(0, output.find(' '));
  };
  EXPECT_EQ(verdict("'\\mathbf{A}\\mathbf{B}' '\\mathbf{B}\\mathbf{A}'"), "unknown");
  EXPECT_EQ(verdict("AB BA"), "proven");
  EXPECT_EQ(verdict("--matrix A,B AB BA"), "unknown");
  EXPECT_EQ(verdict("'A^TB' 'BA^T'"), "unknown");
  // A matrix that one side shows is a matrix in the other.
  EXPECT_EQ(verdict("'AB+A^\\top-A^\\top' 'BA'"), "unknown");
}

TEST(Equiv, PrefersTwoValuesToAHole) {
  const std::string output =
      shell("NOETHER equiv '\\arctan x+\\arctan\\frac1x' '\\frac{\\pi}{2}'").output;
  EXPECT_NE(output.find("the values differ"), std::string::npos) << output;
  EXPECT_NE(output.find("x = -1"), std::string::npos) << output;
}

TEST(Equiv, IgnoresTheNamesOfBoundVariables) {
  EXPECT_TRUE(
      shell("NOETHER equiv '\\sum_{k=1}^n k' '\\sum_{j=1}^n j'").output.starts_with("proven"));
}

TEST(Equiv, TakesExpressionsThatBeginWithAMinusSign) {
  EXPECT_EQ(verdict("'\\sin(x+\\pi)' '-\\sin x'"), "proven");
  EXPECT_EQ(verdict("'-x' '- 0 x'"), "proven");
  EXPECT_EQ(shell("NOETHER equiv --bogus x x").exit_code, 2);
}

TEST(Equiv, SaysTheVerdictFirst) {
  EXPECT_EQ(verdict("'x+1' '1+x'"), "proven");
  EXPECT_EQ(verdict("'x+1' 'x+2'"), "refuted");
  EXPECT_EQ(verdict("'f(x)' 'g(x)'"), "unknown");
  EXPECT_EQ(shell("NOETHER equiv 'x+1' 'x+2'").exit_code, 0);
}

TEST(Equiv, ShowsThePointWhereTheTwoDiffer) {
  const Outcome made = shell("NOETHER equiv '\\sqrt{x^2}' x");
  EXPECT_EQ(first_word(made.output), "refuted");
  EXPECT_NE(made.output.find("at x = -"), std::string::npos) << made.output;
  EXPECT_NE(made.output.find("left:  "), std::string::npos) << made.output;
}

TEST(Equiv, ReadsThreeNotations) {
  EXPECT_EQ(verdict("'+ x 1' '+ 1 x'"), "proven");
  EXPECT_EQ(verdict("'(+ x 1)' '(+ 1 x)'"), "proven");
  EXPECT_EQ(verdict("--from prefix x 'pow x 1'"), "proven");
  EXPECT_EQ(verdict("--from sexpr '(* x x)' '(pow x 2)'"), "proven");
  EXPECT_EQ(verdict("'- x y' 'x-y'"), "proven");
  EXPECT_EQ(verdict("--from latex -- '- x y' '-xy'"), "proven");
}

TEST(Equiv, ComparesDomainsUnlessToldNotTo) {
  EXPECT_EQ(verdict("'\\frac{x^2}{x}' x"), "refuted");
  EXPECT_EQ(verdict("--shared-domain '\\frac{x^2}{x}' x"), "proven");
}

TEST(Equiv, KnowsBothFields) {
  EXPECT_EQ(verdict("'e^{i\\pi}' -- '-1'"), "proven");
  EXPECT_NE(verdict("'\\ln e^x' x"), "refuted");
  EXPECT_EQ(verdict("--complex '\\ln e^x' x"), "refuted");
}

TEST(Equiv, DifferentiatesBeforeItCompares) {
  EXPECT_EQ(verdict("'\\frac{d}{dx}\\sin x' '\\cos x'"), "proven");
}

TEST(Equiv, DecidesEquations) {
  const Outcome same = shell("NOETHER equiv 'x=1' '2x=2'");
  EXPECT_TRUE(same.output.starts_with(
      "proven  the differences of the sides are multiples of one another\n"))
      << same.output;
  EXPECT_NE(same.output.find("\n  = "), std::string::npos) << same.output;
  EXPECT_EQ(shell("NOETHER equiv 'x=1' '2x=3'").output,
            "refuted  one holds where the other does not\n"
            "  at x = 1\n"
            "  left:  true\n"
            "  right: false\n");
  EXPECT_EQ(verdict("'x=0' 'x^3=0'"), "unknown");
  EXPECT_EQ(verdict("--from prefix '= x 1' '= * 2 x 2'"), "proven");
  EXPECT_EQ(verdict("'(= x 1)' '1=x'"), "proven");
  EXPECT_EQ(verdict("--shared-domain '\\frac{x}{x}=1' '1=1'"), "proven");
  const Outcome mixed = shell("NOETHER equiv 'x=1' x 2>&1");
  EXPECT_EQ(mixed.exit_code, 1);
  EXPECT_EQ(mixed.output,
            "noether equiv: one is an equation and the other an expression\n"
            "  compare equations with equations, and expressions with expressions\n");
}

TEST(Equiv, WritesJson) {
  const Outcome made = shell("NOETHER equiv --json 'x' 'x+1'");
  EXPECT_TRUE(made.output.starts_with("{\"verdict\": \"refuted\", \"reason\": \"")) << made.output;
  EXPECT_NE(made.output.find("\"point\": {\"x\": "), std::string::npos) << made.output;
}

TEST(Equiv, MarksThePlaceOfAMistake) {
  const Outcome made = shell("NOETHER equiv --from prefix '+ x nan' x 2>&1");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_EQ(made.output,
            "noether equiv: A: 'nan' is not a number\n"
            "  + x nan\n"
            "      ^^^\n");
}

TEST(Equiv, EndsWithOneWhenAnExpressionIsNone) {
  for (const std::string arguments :
       {"'a=b' x", "'a=b=c' 'a=b'", "'a<b' 'a<b'", "'' x", "x '\\frac{1}{'",
        "--from prefix 'pow#3 x y z' x", "--from prefix 'foo x' x", "'\\infty' x", "'\\sin' x",
        "'pow(x,2)' x", "'(x+1' '(1+x'", "'9^9^9^9' x", "--from sexpr '(sin x y)' x",
        "\"$(printf '\\377\\001')\" x"}) {
    EXPECT_EQ(shell("NOETHER equiv " + arguments + " 2>/dev/null").exit_code, 1) << arguments;
  }
}

TEST(Equiv, GivesAVerdictOnWhatCannotBeComputed) {
  EXPECT_EQ(verdict("'\\frac{1}{0}' '\\frac{2}{0}'").empty(), false);
  EXPECT_EQ(verdict("'9^{9^{9^9}}' '9^{9^{9^9}}'"), "proven");
  EXPECT_NE(verdict("--time 2 '9^{9^{9^9}}' 1"), "proven");
  EXPECT_NE(verdict("--time 2 'x^{10^{100}}' x"), "proven");
}

TEST(Equiv, RefusesAMillionParenthesesInLittleTime) {
  const Outcome made = shell(
      "head -c 100000 /dev/zero | tr '\\0' '(' > /tmp/noether_parentheses_$$; "
      "NOETHER equiv \"$(cat /tmp/noether_parentheses_$$)\" x 2>/dev/null; code=$?; "
      "rm /tmp/noether_parentheses_$$; exit $code");
  EXPECT_EQ(made.exit_code, 1);
}

TEST(Equiv, EndsWithTwoWhenItIsUsedWrongly) {
  EXPECT_EQ(shell("NOETHER equiv x 2>/dev/null").exit_code, 2);
  EXPECT_EQ(shell("NOETHER equiv --from mathml x x 2>/dev/null").exit_code, 2);
  EXPECT_EQ(shell("NOETHER equiv x x >/dev/full 2>/dev/null").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
