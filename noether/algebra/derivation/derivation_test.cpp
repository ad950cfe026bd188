#include "noether/algebra/derivation/derivation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace noether::algebra {
namespace {

// The verdicts of all steps, in order, without the first line, which is given.
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

// Solutions of equations, line by line: the steps that keep the solutions, and those that do not.

// The message for each line but the first, which is given.
std::vector<std::string> said(const std::vector<std::string>& lines,
                              DerivationOptions options = {}) {
  options.decide.want_proof = false;
  DerivationChecker checker(options);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string next = i + 1 < lines.size() ? lines[i + 1] : "";
    for (const CheckedStep& step : checker.check_line(lines[i], next)) {
      out.push_back(step_headline(step));
    }
  }
  if (!out.empty() && out.front().starts_with("given")) out.erase(out.begin());
  return out;
}

using Words = std::vector<std::string>;

// Only the verdicts.
std::string verdicts_of(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& text : said(lines)) {
    if (!out.empty()) out += ' ';
    out += text.substr(0, text.find(' '));
  }
  return out;
}

TEST(SolutionSteps, GiveAnEquationAndKeepItsSolutions) {
  EXPECT_EQ(said({"2x+4=10", "2x=6", "x=3"}),
            (Words{"right  subtracted 4 from both sides", "right  divided both sides by 2"}));
  EXPECT_EQ(said({"\\frac{x}{3} - 2 = 5", "\\frac{x}{3} = 7", "x = 21"}),
            (Words{"right  added 2 to both sides", "right  multiplied both sides by 3"}));
  EXPECT_EQ(said({"5 = x", "x = 5"}), (Words{"right  swapped the sides"}));
  EXPECT_EQ(said({"2(x+1) = 6", "2x+2 = 6"}), (Words{"right  rewrote the left side"}));
}

TEST(SolutionSteps, TellAWrongResultByWhatItLosesAndAdds) {
  EXPECT_EQ(said({"2x=6", "x=4"}), (Words{"wrong  loses x = 3 and adds x = 4"}));
  EXPECT_EQ(said({"2x+4=10", "2x=14"}), (Words{"wrong  loses x = 3 and adds x = 7"}));
}

TEST(SolutionSteps, TellLostSolutions) {
  EXPECT_EQ(said({"x^2=3x", "x=3"}), (Words{"loses x = 0 (divided both sides by x)"}));
  EXPECT_EQ(said({"x^2=4", "x=2"}), (Words{"loses x = -2 (took the square root of both sides)"}));
  EXPECT_EQ(said({"(x-1)(x-2)=0", "x-1=0"}), (Words{"loses x = 2 (divided both sides by x-2)"}));
  EXPECT_EQ(said({"x^3-x=0", "x=1 or x=-1"}), (Words{"loses x = 0"}));
  EXPECT_EQ(said({"|x-1|=2", "x-1=2"}), (Words{"loses x = -1"}));
}

TEST(SolutionSteps, ReadValuesOnConsecutiveLinesAsAlternatives) {
  EXPECT_EQ(said({"x^2-6x+5=0", "x_1=1", "x_2=5"}),
            (Words{"right  the same solutions: x = 1 or x = 5 (lines 2 to 3 together)"}));
  EXPECT_EQ(verdicts_of({"x^2-6x+5=0", "x=1", "x=5"}), "right");
  EXPECT_EQ(verdicts_of({"x^3-x=0", "x_1=0", "x_2=1", "x_3=-1", "# done"}), "right");
  EXPECT_EQ(verdicts_of({"x^2-6x+5=0", "x_1=\\frac{6-4}{2}=1", "x_2=\\frac{6+4}{2}=5"}),
            "right right right");
  EXPECT_EQ(verdicts_of({"x^2-6x+5=0", "x_1=1", "x_2=6"}), "wrong");
  EXPECT_EQ(verdicts_of({"x^2-6x+5=0", "x_1=1"}), "loses");
  EXPECT_EQ(verdicts_of({"x^2-6x+5=0", "x_1=1", "", "x_2=5"}), "loses wrong");
  EXPECT_EQ(verdicts_of({"2x=2", "x_1=1", "x_2=5"}), "adds");
  EXPECT_EQ(verdicts_of({"2x=10", "x=\\frac{10}{2}", "x=6"}), "right wrong")
      << "the second is no other value";
}

TEST(SolutionSteps, SayOnceThatSystemsAreNotChecked) {
  EXPECT_EQ(said({"x+y=3", "x-y=1", "2x=4", "x=2", "y=1"}),
            (Words{"undecided  systems of equations are not checked yet",
                   "undecided  not checked: several equations in several unknowns",
                   "right  divided both sides by 2",
                   "undecided  not checked: several equations in several unknowns"}));
  EXPECT_EQ(verdicts_of({"x+y=3", "x-y=1", "\\Rightarrow 2x=4"}), "undecided undecided");
  EXPECT_EQ(verdicts_of({"x+y=3, x-y=1", "x=2, y=1"}), "undecided");
}

TEST(SolutionSteps, WriteNumbersAsPeopleDo) {
  EXPECT_EQ(said({"x^2=2", "x=\\sqrt2"}).at(0).substr(0, 15), "loses x = -√2");
  EXPECT_EQ(said({"x^2-x-1=0", "x=\\frac{1+\\sqrt5}{2}"}), (Words{"loses x = (1-√5)/2"}));
  EXPECT_EQ(said({"2x=\\pi", "x=\\pi"}).at(0), "wrong  loses x = π/2 and adds x = π");
  EXPECT_EQ(said({"6x=5\\pi", "x=\\frac{5\\pi}{6}"}).at(0).find('\\'), std::string::npos);
}

TEST(SolutionSteps, TellAddedSolutions) {
  EXPECT_EQ(said({"\\sqrt{x+2}=x", "x+2=x^2"}), (Words{"adds x = -1 (squared both sides)"}));
  EXPECT_EQ(said({"\\frac{x^2-1}{x-1}=0", "x^2-1=0"}),
            (Words{"adds x = 1 (multiplied both sides by x-1)"}));
  EXPECT_EQ(said({"x=2", "x^2=2x"}), (Words{"adds x = 0 (multiplied both sides by x)"}));
  EXPECT_EQ(said({"\\ln x + \\ln(x-1) = \\ln 2", "x(x-1) = 2"}).front().substr(0, 12),
            "adds x = -1 ");
}

TEST(SolutionSteps, LetASolutionThatWasAddedBeDropped) {
  EXPECT_EQ(said({"\\sqrt{x+2}=x", "x+2=x^2", "(x-2)(x+1)=0", "x=2 or x=-1", "x=2"}),
            (Words{"adds x = -1 (squared both sides)", "right  the same solutions: x = -1 or x = 2",
                   "right  the same solutions: x = -1 or x = 2",
                   "right  drops x = -1, which line 1 does not have"}));
}

TEST(SolutionSteps, ReadSetsOfSolutionsAsTheyAreWritten) {
  for (const std::string last :
       {"x=2 or x=-2", "x = \\pm 2", "x=2, x=-2", "x=2 \\lor x=-2", "x = 2 \\text{ or } x = -2",
        "x \\in \\{2, -2\\}", "x_1 = 2, x_2 = -2", "x_{1,2} = \\pm 2", "S = \\{-2, 2\\}",
        "x = 2 or -2", "x=2;\\quad x=-2", "|x| = 2", "x = ±2"}) {
    EXPECT_EQ(verdicts_of({"x^2=4", last}), "right") << last;
    EXPECT_EQ(verdicts_of({"x^2=9", last}), "wrong") << last;
  }
  EXPECT_EQ(verdicts_of({"x^2=-1", "no solution"}), "right");
  EXPECT_EQ(verdicts_of({"x^2=-1", "x \\in \\emptyset"}), "right");
  EXPECT_EQ(verdicts_of({"x^2=1", "\\text{no solution}"}), "loses");
  EXPECT_EQ(verdicts_of({"x = x+1", "0 = 1"}), "right");
}

TEST(SolutionSteps, SolveQuadraticsWithAnyRoots) {
  EXPECT_EQ(verdicts_of({"x^2-x-1=0", "x = \\frac{1 \\pm \\sqrt{5}}{2}"}), "right");
  EXPECT_EQ(verdicts_of({"x^2-x-1=0", "x = \\frac{1 + \\sqrt{5}}{2}"}), "loses");
  EXPECT_EQ(verdicts_of({"x^2=2", "x=\\sqrt 2 or x = -\\sqrt 2"}), "right");
  EXPECT_EQ(verdicts_of({"x^4-5x^2+4=0", "(x^2-1)(x^2-4)=0", "x=\\pm 1 or x = \\pm 2"}),
            "right right");
  EXPECT_EQ(verdicts_of({"x^3=8", "x=2"}), "right") << "the other roots are not real";
  EXPECT_EQ(verdicts_of({"x^3-x-1=0", "x^3 = x+1"}), "right");
  EXPECT_EQ(verdicts_of({"x^5-x-1=0", "x^6 = x^2+x"}), "adds");
}

TEST(SolutionSteps, SolveExponentialsAndLogarithms) {
  EXPECT_EQ(verdicts_of({"2^x=8", "x=3"}), "right");
  EXPECT_EQ(verdicts_of({"e^{2x}=5", "2x=\\ln 5", "x=\\frac{\\ln 5}{2}"}), "right right");
  EXPECT_EQ(verdicts_of({"\\ln x = 2", "x=e^2"}), "right");
  EXPECT_EQ(verdicts_of({"e^{2x}-3e^x+2=0", "e^x = 1 or e^x = 2", "x=0 or x=\\ln 2"}),
            "right right");
  EXPECT_EQ(verdicts_of({"e^x=-1", "no solution"}), "right");
  EXPECT_EQ(verdicts_of({"\\log_2 x = 5", "x = 32"}), "right");
}

TEST(SolutionSteps, NeverRefuteWhatTheyCannotSolve) {
  EXPECT_EQ(verdicts_of({"\\sin x = 0", "x = k\\pi"}), "undecided");
  EXPECT_EQ(verdicts_of({"x + \\sin x = 1", "\\sin x = 1 - x"}), "right");
  EXPECT_EQ(verdicts_of({"f(x) = 0", "f(x)^2 = 0"}), "right") << "the same factor";
  EXPECT_EQ(verdicts_of({"f(x) = 0", "f(x) = x f(x)"}), "undecided");
  EXPECT_EQ(verdicts_of({"\\int_0^x f(t) dt = 0", "x = 0"}), "undecided");
  EXPECT_EQ(verdicts_of({"\\lfloor x \\rfloor = 2", "2 \\leq x < 3"}), "undecided");
  EXPECT_EQ(said({"\\sin x = 0", "x = 0"}).front().substr(0, 12), "loses x = π");
}

TEST(SolutionSteps, SayNothingWhereOddRootsOfNegativeNumbersMatter) {
  EXPECT_EQ(verdicts_of({"\\sqrt[3]{x} = -2", "x = -8"}), "undecided");
  EXPECT_EQ(verdicts_of({"x = -8", "\\sqrt[3]{x} = -2"}), "undecided");
  EXPECT_EQ(verdicts_of({"\\sqrt[3]{x} = 2", "x = 8"}), "right");
  EXPECT_EQ(verdicts_of({"\\sqrt[3]{x} = 2", "x = 4"}), "wrong");
  EXPECT_EQ(verdicts_of({"x^3 = -8", "x = \\sqrt[3]{-8}"}), "undecided");
}

TEST(SolutionSteps, LeaveApproximationsOut) {
  EXPECT_EQ(verdicts_of({"x^2=2", "x=\\pm\\sqrt 2 \\approx \\pm 1.41"}), "right");
  EXPECT_EQ(verdicts_of({"x^3=2", "x = \\sqrt[3]{2} \\approx 1.26", "x \\approx 1.3"}),
            "right undecided");
}

TEST(SolutionSteps, CheckInequalities) {
  EXPECT_EQ(said({"2x>4", "x>2"}), (Words{"right  divided both sides by 2"}));
  EXPECT_EQ(said({"-2x>4", "x<-2"}),
            (Words{"right  divided both sides by -2 and turned the sign"}));
  EXPECT_EQ(
      said({"-2x>4", "x>-2"}),
      (Words{"wrong  loses x < -2 and adds x > -2 (divided both sides by -2 without turning the "
             "sign)"}));
  EXPECT_EQ(verdicts_of({"x^2 < 4", "-2 < x < 2"}), "right");
  EXPECT_EQ(verdicts_of({"x^2 \\geq 4", "x \\leq -2 \\lor x \\geq 2"}), "right");
  EXPECT_EQ(verdicts_of({"x^2 \\geq 4", "x \\geq 2"}), "loses");
  EXPECT_EQ(verdicts_of({"x^2 < 4", "x < 2"}), "adds");
  EXPECT_EQ(verdicts_of({"\\frac{1}{x} > 1", "0 < x < 1"}), "right");
  EXPECT_EQ(verdicts_of({"|x-1| \\leq 2", "x \\in [-1, 3]"}), "right");
  EXPECT_EQ(said({"x \\geq 2", "x > 2"}), (Words{"loses x = 2"}));
}

TEST(SolutionSteps, SayForWhichParametersAStepIsRight) {
  EXPECT_EQ(said({"ax=b", "x=\\frac{b}{a}"}),
            (Words{"right  divided both sides by a, for a != 0"}));
  EXPECT_EQ(
      said({"ax+b=c", "ax=c-b", "x=\\frac{c-b}{a}"}),
      (Words{"right  subtracted b from both sides", "right  divided both sides by a, for a != 0"}));
  EXPECT_EQ(said({"v = \\frac{s}{t}", "s = vt"}).front().substr(0, 5), "right");
  EXPECT_EQ(verdicts_of({"ax^2+bx+c=0", "x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}"}), "right");
  EXPECT_EQ(said({"x^2 = xy", "x = y"}).front().substr(0, 11), "loses x = 0");
  EXPECT_EQ(verdicts_of({"ax+b=c", "ax=c+b"}), "loses") << "a term that changed sides wrongly";
  EXPECT_EQ(verdicts_of({"A = \\pi r^2", "r^2 = \\frac{A}{\\pi}", "r = \\sqrt{\\frac{A}{\\pi}}"}),
            "right loses");
  EXPECT_EQ(verdicts_of({"x = y", "x^2 = y^2"}), "adds");
}

TEST(SolutionSteps, TakeNoSecondEquationOfASystemForWrong) {
  EXPECT_EQ(verdicts_of({"x+y=3", "x-y=1", "2x=4", "x=2", "y=1"}),
            "undecided undecided right undecided");
  EXPECT_EQ(verdicts_of({"x^4-5x^2+4=0", "u=x^2", "u^2-5u+4=0"}), "undecided undecided");
}

TEST(SolutionSteps, NameNoOperationThatNobodyDid) {
  EXPECT_EQ(said({"x^2+6x+5=0", "(x-3)(x+1)=0"}), (Words{"wrong  loses x = -5 and adds x = 3"}));
  EXPECT_EQ(verdicts_of({"\\frac{x^2-4}{x-2} = 4", "y = 3x^2"}), "undecided")
      << "no solutions are no part of a curve";
}

TEST(SolutionSteps, TellAnIdentityFromAnEquation) {
  EXPECT_EQ(said({"(x+1)^2 = x^2+2x+1"}), (Words{"right  holds for all x: by normal forms"}));
  EXPECT_EQ(said({"(x+1)^2 = x^2+1", "x = 0"}).size(), 1U) << "an equation that is given";
  EXPECT_EQ(verdicts_of({"(x+1)^2 = x^2+1", "x = 0"}), "right");
  EXPECT_EQ(verdicts_of({"x^2-4=0", "x^2-4=(x-2)(x+2)", "(x-2)(x+2)=0", "x=\\pm 2"}),
            "right right right")
      << "an identity between is an aside";
  EXPECT_EQ(verdicts_of({"2x+4=10", "x=3", "2\\cdot 3+4=10"}), "right right") << "a test";
  EXPECT_EQ(verdicts_of({"2+2=5"}), "wrong");
}

TEST(SolutionSteps, GoOnAfterAnEqualsSign) {
  EXPECT_EQ(said({"2x+4=10", "x = \\frac{10-4}{2}", "= 3", "x+1=4"}),
            (Words{"right  the same solutions: x = 3", "right  by normal forms",
                   "right  added 1 to both sides"}));
  EXPECT_EQ(verdicts_of({"2x+4=10", "x = \\frac{6}{2} = 3"}), "right right");
  EXPECT_EQ(verdicts_of({"2x+4=10", "x = \\frac{6}{2} = 4"}), "right wrong");
}

TEST(SolutionSteps, BeginAnewAfterAGapWhenTheLastOneIsSolved) {
  EXPECT_EQ(verdicts_of({"2x=6", "x=3", "", "3x=3", "x=1"}), "right given right");
  EXPECT_EQ(verdicts_of({"2x+2=6", "", "2x=4", "", "x=2"}), "right right");
}

TEST(SolutionSteps, ReadArrowsAndNotesOfTheNextStep) {
  EXPECT_EQ(verdicts_of({"2x+4=10 \\quad | -4", "\\Leftrightarrow 2x=6 | :2", "\\iff x=3"}),
            "right right");
  EXPECT_EQ(verdicts_of({"E = mc^2", "\\Rightarrow m = Ec^2"}), "wrong");
}

}  // namespace
}  // namespace noether::algebra
