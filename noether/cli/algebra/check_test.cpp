// noether check as its user runs it.
#include <gtest/gtest.h>

#include <string>

#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

Outcome check(const std::string& lines, const std::string& options = "") {
  return shell("printf '%s\\n' " + lines + " | NOETHER check " + options + " - 2>&1");
}

TEST(Check, TellsRightStepsFromWrongOnes) {
  const Outcome made = check("'(x+1)^2' '= x^2+2x+1' '= x(x+2)'");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_TRUE(made.output.starts_with("1: given\n2: right  ")) << made.output;
  EXPECT_NE(made.output.find("\n3: wrong  "), std::string::npos) << made.output;
  EXPECT_NE(made.output.find("2 steps: 1 right, 1 wrong\n"), std::string::npos);
}

TEST(Check, FollowsTheSolutionOfAnEquation) {
  const Outcome made = check("'2x+4=10' '2x=6' 'x=3'");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output,
            "1: given  an equation\n"
            "2: right  subtracted 4 from both sides\n"
            "3: right  divided both sides by 2\n"
            "2 steps: 2 right\n");
}

TEST(Check, FailsWhenSolutionsAreLostOrLeftAdded) {
  EXPECT_EQ(check("'x^2=4' 'x=2'").exit_code, 1);
  EXPECT_EQ(check("'\\sqrt{x+2}=x' 'x+2=x^2'").exit_code, 1);
  EXPECT_EQ(check("'\\sqrt{x+2}=x' 'x+2=x^2' 'x=2'").exit_code, 0) << "dropped again";
  EXPECT_EQ(check("'x+y=3' 'x-y=1'").exit_code, 0) << "undecided is not wrong";
}

TEST(Check, ReadsADisplayAsItStandsInAPaper) {
  const Outcome made = check(
      "'\\begin{align*}' '# the square' '' '(a+b)^2 &= a^2+2ab+b^2 \\\\' '&= b^2+2ab+a^2.' "
      "'\\end{align*}'");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_NE(made.output.find("2 steps: 2 right"), std::string::npos) << made.output;
}

TEST(Check, NotesAChangeOfTheDomainUnlessItIsStrict) {
  const Outcome lenient = check("'\\frac{x^2}{x}' x");
  EXPECT_EQ(lenient.exit_code, 0);
  EXPECT_NE(lenient.output.find("\n2: right  "), std::string::npos) << lenient.output;
  EXPECT_NE(lenient.output.find("; the domain changes: "), std::string::npos) << lenient.output;
  EXPECT_NE(lenient.output.find("at x = 0"), std::string::npos) << lenient.output;
  const Outcome strict = check("'\\frac{x^2}{x}' x", "--strict");
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_NE(strict.output.find("\n2: wrong  "), std::string::npos) << strict.output;
}

TEST(Check, GoesOnAfterALineItCannotRead) {
  const Outcome made = check("x '\\frac{1}{' 'x+1' '1+x'");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_NE(made.output.find("2: unreadable  "), std::string::npos) << made.output;
  EXPECT_NE(made.output.find("4: right  "), std::string::npos) << made.output;
}

TEST(Check, ReadsPrefixSteps) {
  EXPECT_EQ(check("'+ x 1' '= + 1 x' '= x y'").exit_code, 1);
  const Outcome made = check("'+ x 1' '= + 1 x'");
  EXPECT_EQ(made.exit_code, 0) << made.output;
}

TEST(Check, WritesOneJsonObjectPerStep) {
  const Outcome made = check("x 'x+1'", "--json");
  EXPECT_TRUE(made.output.starts_with("{\"line\": 1, \"step\": \"given\", ")) << made.output;
  EXPECT_NE(made.output.find("\n{\"line\": 2, \"step\": \"wrong\", "), std::string::npos)
      << made.output;
  const Outcome lost = check("'x^2=3x' 'x=3'", "--json");
  EXPECT_NE(lost.output.find("\"step\": \"loses\", \"text\": \"loses x = 0 (divided both sides by "
                             "x)\""),
            std::string::npos)
      << lost.output;
  EXPECT_NE(lost.output.find("\"lost\": [\"x = 0\"], \"added\": []"), std::string::npos);
}

TEST(Check, SaysWhenThereIsNothingToCheck) {
  EXPECT_EQ(shell("NOETHER check /dev/null 2>/dev/null").exit_code, 1);
  EXPECT_EQ(check("x").exit_code, 1);
  EXPECT_EQ(shell("NOETHER check /no/such/file 2>/dev/null").exit_code, 2);
  EXPECT_EQ(shell("NOETHER check / 2>/dev/null").exit_code, 2);
}

TEST(Check, GivesUpOnABinaryFile) {
  const Outcome made = shell("NOETHER check NOETHER 2>&1 | head -c 100000 | wc -l");
  EXPECT_LE(std::stoi(made.output), 40) << made.output;
  EXPECT_EQ(shell("NOETHER check NOETHER >/dev/null 2>&1").exit_code, 1);
}

}  // namespace
}  // namespace noether::cli
