// noether check as its user meets it.
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
  EXPECT_TRUE(made.output.starts_with("2: right  ")) << made.output;
  EXPECT_NE(made.output.find("\n3: wrong  "), std::string::npos) << made.output;
  EXPECT_NE(made.output.find("2 steps: 1 right, 1 wrong, 0 undecided\n"), std::string::npos);
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
  EXPECT_TRUE(lenient.output.starts_with("2: right  ")) << lenient.output;
  EXPECT_NE(lenient.output.find("note: the domain changes"), std::string::npos) << lenient.output;
  EXPECT_NE(lenient.output.find("at x = 0"), std::string::npos) << lenient.output;
  const Outcome strict = check("'\\frac{x^2}{x}' x", "--strict");
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_TRUE(strict.output.starts_with("2: wrong  ")) << strict.output;
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
  EXPECT_TRUE(made.output.starts_with("{\"line\": 2, \"step\": \"wrong\", ")) << made.output;
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
