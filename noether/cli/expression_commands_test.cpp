// noether diff, simplify, rewrite and egraph as their user meets them.
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

TEST(Simplify, KeepsTheDomain) {
  EXPECT_NE(shell("NOETHER simplify '\\frac{x^2}{x}'").output, "x\n");
  EXPECT_EQ(shell("NOETHER simplify --shared-domain '\\frac{x^2}{x}'").output, "x\n");
}

TEST(Rewrite, ListsEqualExpressions) {
  const Outcome made = shell("NOETHER rewrite -n 5 --to prefix '\\sin x' 2>/dev/null");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(std::count(made.output.begin(), made.output.end(), '\n'), 5) << made.output;
  EXPECT_TRUE(made.output.starts_with("sin x\n")) << made.output;
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

}  // namespace
}  // namespace noether::cli
