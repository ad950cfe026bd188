// noether parse as its user runs it.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

TEST(Parse, WritesOneLinePerFormula) {
  const Outcome made = shell("printf '%s\\n' 'x^2' '\\sin 2x' | NOETHER parse --to opt");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output, "(pow x 2)\n(sin (* 2 x))\n");
}

TEST(Parse, MarksAnUnreadableFormulaAndGoesOn) {
  const Outcome made = shell("printf '%s\\n' 'a+\\frac{1}{' 'x' | NOETHER parse --to opt");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_EQ(made.output, "! 10-11 missing } (this { is never closed)\nx\n");
}

TEST(Parse, StartsNoResultWithAnExclamationMark) {
  const Outcome made = shell("echo '!x' | NOETHER parse --to latex");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output, " !x\n");
}

TEST(Parse, GivesEveryInputLineItsOutputLine) {
  const Outcome made = shell("printf 'x\\r\\n\\n\\0\\n\\377\\ny' | NOETHER parse --to opt | wc -l");
  EXPECT_EQ(std::stoi(made.output), 5);
}

TEST(Parse, PrintsStatisticsAsTheLastLineOnStderr) {
  const Outcome made = shell("printf 'x\\n}\\n' | NOETHER parse --to opt --stats 2>&1 >/dev/null");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_TRUE(std::regex_match(
      made.output, std::regex("formulas=2 ok=1 failed=1 seconds=[0-9]+\\.[0-9]+ rate=[0-9]+\\n")))
      << made.output;
}

TEST(Parse, ReadsWhatItWroteInEveryNotation) {
  for (const std::string notation :
       {"latex", "mathml", "content-mathml", "prefix", "sexpr", "tangent-opt", "tangent-slt"}) {
    const Outcome made = shell(
        "printf '%s\\n' '\\int_0^1 \\frac{x^2}{f(x)+1}\\,dx \\leq \\sqrt{a_1}' | "
        "NOETHER parse --to " +
        notation + " | NOETHER parse --from " + notation + " --to opt");
    EXPECT_EQ(made.exit_code, 0) << notation;
    EXPECT_EQ(made.output, "(<= (integral (/ (pow x 2) (+ (f x) 1)) x 0 1) (sqrt (sub a 1)))\n")
        << notation;
  }
}

TEST(Parse, EndsWithTwoWhenItCannotWork) {
  EXPECT_EQ(shell("NOETHER parse --to opt /no/such/file 2>/dev/null").exit_code, 2);
  EXPECT_EQ(shell("NOETHER parse --to opt / 2>/dev/null").exit_code, 2);
  EXPECT_EQ(shell("echo x | NOETHER parse 2>/dev/null").exit_code, 2);
  EXPECT_EQ(shell("echo x | NOETHER parse --to nothing 2>/dev/null").exit_code, 2);
  EXPECT_EQ(shell("echo x | NOETHER parse --from svg --to opt 2>/dev/null").exit_code, 2);
}

TEST(Parse, SaysWhenTheDiskIsFull) {
  EXPECT_EQ(shell("echo x | NOETHER parse --to opt 2>/dev/null >/dev/full").exit_code, 2);
}

TEST(Parse, StopsQuietlyWhenNobodyReads) {
  const Outcome made = shell("yes x | head -n 200000 | NOETHER parse --to opt 2>&1 | head -n 1");
  EXPECT_EQ(made.output, "x\n");
}

TEST(Parse, RefusesALineOfTenMegabytesAtOnce) {
  const Outcome made =
      shell("head -c 10000000 /dev/zero | tr '\\0' '{' | NOETHER parse --to opt | cut -c 1-40");
  EXPECT_EQ(made.output, "! 0-1048576 line longer than 1048576 byt\n");
}

}  // namespace
}  // namespace noether::cli
