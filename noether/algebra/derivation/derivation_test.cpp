#include "noether/algebra/derivation/derivation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace noether::algebra {
namespace {

// The verdicts of all steps, in order; the first line, which is given, is left out.
std::string verdicts(const std::vector<std::string>& lines, DerivationOptions options = {}) {
  options.decide.want_proof = false;
  DerivationChecker checker(options);
  std::string out;
  for (const std::string& line : lines) {
    for (const CheckedStep& step : checker.check_line(line)) {
      if (step.verdict == StepVerdict::Given && line == lines.front()) continue;
      if (!out.empty()) out += ' ';
      out += step_verdict_name(step.verdict);
      if (step.domain_change) out += '*';
    }
  }
  return out;
}

TEST(Derivation, ChecksEachLineAgainstTheOneBefore) {
  EXPECT_EQ(verdicts({"(x+1)^2", "x^2+2x+1", "x^2+2x"}), "right wrong");
  EXPECT_EQ(verdicts({"x"}), "");
}

TEST(Derivation, ContinuesFromTheLastExpressionEvenIfItWasWrong) {
  EXPECT_EQ(verdicts({"x+1", "= x+2", "= 2+x"}), "wrong right");
}

TEST(Derivation, SeesThroughTheLayoutOfADisplay) {
  EXPECT_EQ(verdicts({"\\begin{align}", "x+1 &= 1+x \\\\", "&= 1+x+0 \\\\[2pt]", "&= x+1.",
                      "\\end{align}", "", "# end"}),
            "right right right");
}

TEST(Derivation, TakesAMatrixForAnExpression) {
  EXPECT_EQ(verdicts({"\\begin{pmatrix}1\\end{pmatrix}", "\\begin{pmatrix}1\\end{pmatrix}"}),
            "right");
}

TEST(Derivation, StartsAnewWithALeftSideOfItsOwn) {
  EXPECT_EQ(verdicts({"x", "y = y+0 = y", "= y"}), "right right right");
}

TEST(Derivation, ReadsTokensAfterAnEqualsSign) {
  DerivationOptions prefix;
  prefix.notation = formula::Notation::Prefix;
  EXPECT_EQ(verdicts({"+ x 1", "= + 1 x", "= x x", "= x"}, prefix), "right right right");
  EXPECT_EQ(verdicts({"x^2", "= x x"}), "right") << "a product, when nobody says prefix";
  EXPECT_EQ(verdicts({"(+ x 1)", "= (+ 1 x)", "(= x x)"}), "right right");
}

TEST(Derivation, RefusesOtherRelations) {
  EXPECT_EQ(verdicts({"x", "\\leq x+1", "x", "x"}), "unreadable right");
}

TEST(Derivation, RefusesANoteWithoutALine) {
  EXPECT_EQ(verdicts({"x=1", "|*2 x=1", "2x=2"}), "unreadable given");
}

TEST(Derivation, NotesAStepThatChangesTheDomain) {
  EXPECT_EQ(verdicts({"\\frac{x^2}{x}", "x"}), "right*");
  DerivationOptions strict;
  strict.strict = true;
  EXPECT_EQ(verdicts({"\\frac{x^2}{x}", "x"}, strict), "wrong");
}

TEST(Derivation, LeavesOpenWhatNobodyKnows) { EXPECT_EQ(verdicts({"f(x)", "g(x)"}), "undecided"); }

}  // namespace
}  // namespace noether::algebra
