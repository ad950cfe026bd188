// noether diff, simplify, rewrite, egraph and rules as their user runs them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

TEST(Diff, Differentiates) {
  EXPECT_EQ(shell("NOETHER diff 'x^3' x").output, "3x^{2}\n");
  EXPECT_EQ(shell("NOETHER diff --to prefix 'x^3' x").output, "* 3 pow x 2\n");
  EXPECT_EQ(shell("NOETHER diff 'sin x' x").output, "cos x\n");
  EXPECT_EQ(shell("NOETHER diff 'x_1^2' x_1").output, "2x_{1}\n");
  EXPECT_EQ(shell("NOETHER diff --json 'x^2' x").output,
            "{\"derivative\": \"2x\", \"complete\": true}\n");
}

TEST(Diff, NeedsAVariable) {
  EXPECT_EQ(shell("NOETHER diff 'x^3' 2 2>/dev/null").exit_code, 1);
  EXPECT_EQ(shell("NOETHER diff 'x^3' 'x+1' 2>/dev/null").exit_code, 1);
  EXPECT_EQ(shell("NOETHER diff 'x^3' e 2>/dev/null").exit_code, 1);
  EXPECT_EQ(shell("NOETHER diff 'x^3' 2>/dev/null").exit_code, 2);
}

TEST(Simplify, FindsSomethingShorter) {
  EXPECT_EQ(shell("NOETHER simplify '(x+1)^2-(x-1)^2'").output, "4x\n");
  EXPECT_EQ(shell("NOETHER simplify '\\sin^2 x+\\cos^2 x'").output, "1\n");
  EXPECT_EQ(shell("NOETHER simplify '+ x 0'").output, "x\n");
}

TEST(Simplify, ReadsPlainMath) {
  EXPECT_EQ(shell("NOETHER simplify 'sqrt(8)'").output, "2\\sqrt{2}\n");
  EXPECT_EQ(shell("NOETHER simplify 'int_0^1 x^2 dx'").output, "\\frac{1}{3}\n");
  EXPECT_EQ(shell("NOETHER simplify --from plain 'x^10/x^8'").output, "x^{2}\nfor x ≠ 0\n");
}

TEST(Simplify, NamesTheCommandsThatTakeEquations) {
  const Outcome made = shell("NOETHER simplify '2x=6' 2>&1");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_NE(made.output.find("simplify takes one expression"), std::string::npos) << made.output;
  EXPECT_NE(made.output.find("noether check"), std::string::npos) << made.output;
}

TEST(Simplify, SaysWhereTheResultHolds) {
  EXPECT_EQ(shell("NOETHER simplify '\\frac{x^2-1}{x-1}'").output, "x+1\nfor x ≠ 1\n");
  EXPECT_EQ(shell("NOETHER simplify --shared-domain '\\frac{x^2}{x}'").output, "x\n");
  EXPECT_EQ(shell("NOETHER simplify --strict '\\frac{x^2}{x}'").output, "\\frac{x^{2}}{x}\n");
  EXPECT_EQ(shell("NOETHER simplify --json '\\frac{x^2-1}{x-1}'").output,
            "{\"expression\": \"x+1\", \"changed\": true, \"conditions\": [\"x \\\\neq 1\"]}\n");
}

TEST(Simplify, AddsTheConstantOfIntegration) {
  EXPECT_EQ(shell("NOETHER simplify '\\int x dx'").output, "\\frac{x^{2}}{2}+C\n");
  EXPECT_EQ(shell("NOETHER simplify '\\int_0^1 x^2 dx'").output, "\\frac{1}{3}\n");
}

TEST(Simplify, KeepsTheOrderOfDeclaredMatrices) {
  EXPECT_EQ(shell("NOETHER simplify 'BA'").output, "AB\n");
  EXPECT_EQ(shell("NOETHER simplify --matrix A,B 'BA'").output, "BA\n");
  EXPECT_EQ(shell("NOETHER simplify --matrix A+B 'BA' 2>/dev/null").exit_code, 2);
}

TEST(Rewrite, ListsEqualExpressions) {
  const Outcome made = shell("NOETHER rewrite -n 5 --to prefix '\\sin x' 2>/dev/null");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(std::count(made.output.begin(), made.output.end(), '\n'), 5) << made.output;
  EXPECT_TRUE(made.output.starts_with("sin x\n")) << made.output;
}

TEST(Rewrite, ListsExpressionsOfManyShapes) {
  const Outcome made = shell("NOETHER rewrite -n 12 '\\sin 2x' 2>/dev/null");
  EXPECT_EQ(made.output, shell("NOETHER rewrite -n 12 '\\sin 2x' 2>/dev/null").output);
  EXPECT_TRUE(made.output.starts_with("\\sin 2x\n")) << made.output;
  EXPECT_NE(made.output.find("2\\cos"), std::string::npos) << made.output;   // a product
  EXPECT_NE(made.output.find("\\frac{"), std::string::npos) << made.output;  // a quotient
}

TEST(Rewrite, DrawsTheSameSampleForTheSameSeed) {
  const std::string command = "NOETHER rewrite -n 20 --sample --seed 7 'x+1' 2>/dev/null";
  const Outcome made = shell(command);
  EXPECT_EQ(made.output, shell(command).output);
  EXPECT_FALSE(made.output.empty());
}

TEST(Egraph, DrawsInTwoFormats) {
  EXPECT_TRUE(shell("NOETHER egraph 'x+1' --dot 2>/dev/null").output.starts_with("digraph"));
  const Outcome picture = shell("NOETHER egraph 'x<1' --svg 2>/dev/null");
  EXPECT_EQ(picture.exit_code, 1);
  EXPECT_TRUE(shell("NOETHER egraph 'x+1' --svg 2>/dev/null").output.starts_with("<svg "));
  EXPECT_EQ(shell("NOETHER egraph 'x+1' 2>/dev/null").exit_code, 2);
}

// Runs `noether rules` on a file with this rule.
Outcome check_rule(const std::string& rule) {
  return shell("file=$(mktemp); printf '%s\\n' '" + rule +
               "' > $file; NOETHER rules check $file 2>&1; code=$?; rm $file; exit $code");
}

TEST(Rules, ListsWhatTheProgramKnows) {
  const Outcome all = shell("NOETHER rules list");
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_NE(all.output.find(" => "), std::string::npos);
  EXPECT_EQ(shell("NOETHER rules list --family nothing 2>/dev/null").exit_code, 1);
}

TEST(Rules, FindsAFalseRule) {
  const Outcome made = check_rule("bad: (sqrt (pow ?x 2)) => ?x");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_TRUE(made.output.starts_with("bad: false at ?x = ")) << made.output;
  EXPECT_NE(made.output.find("1 rules:"), std::string::npos) << made.output;
}

TEST(Rules, PassesATrueRule) {
  const Outcome made = check_rule("root: (sqrt (pow ?x 2)) => (abs ?x) @real");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_TRUE(made.output.starts_with("root: ok")) << made.output;
}

TEST(Rules, SaysWhereAFileIsWrong) {
  const Outcome made = check_rule("broken: (sqrt ?x => ?x");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_NE(made.output.find(":1:"), std::string::npos) << made.output;
  EXPECT_EQ(shell("NOETHER rules check /no/such/file 2>/dev/null").exit_code, 2);
  EXPECT_EQ(shell("NOETHER rules 2>/dev/null").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
