#include "noether/answer/check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/answer/check/read_equations.h"
#include "noether/text/delimited_text.h"

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using enum EquationVerdict;

std::vector<CheckedEquation> checked(std::string_view text) {
  return check_equations(text::read_plain_text(text, "answer"));
}

std::vector<EquationVerdict> verdicts(std::string_view text) {
  std::vector<EquationVerdict> out;
  for (const CheckedEquation& equation : checked(text)) out.push_back(equation.verdict);
  return out;
}

TEST(CheckEquations, ProvesIdentitiesAndRefutesWrongNumbers) {
  EXPECT_THAT(verdicts("We have $(x+1)^2 = x^2+2x+1$."), ElementsAre(Proven));
  const auto wrong = checked("Adding, we get $\\frac23+\\frac34 = 1$.");
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(wrong[0].verdict, Refuted);
  EXPECT_THAT(wrong[0].reason, HasSubstr("the right side is 1"));
}

TEST(CheckEquations, DoesNotRefuteWhatMayBeMeantAnotherWay) {
  for (const char* text :
       {"The angle is $180 - 120 = 60^\\circ$.", "We have $\\sin 30 = \\frac12$.",
        "We have $\\cos(60) = \\frac12$.", "It is $\\arctan 1 = 45$."}) {
    EXPECT_THAT(verdicts(text), ElementsAre(Undecided)) << text;
  }
  EXPECT_THAT(verdicts("We have $\\sin\\pi = 1$."), ElementsAre(Refuted));
}

TEST(CheckEquations, ProvesNothingOfLettersThatNeedNotBeNumbers) {
  EXPECT_THAT(verdicts("In this group $x(h+k) = hx+kx$."), ElementsAre(Undecided));
  EXPECT_THAT(verdicts("We have $x(h+k) = hx+kx$."), ElementsAre(Proven));
  EXPECT_THAT(verdicts("The group has $2+3 = 5$ elements."), ElementsAre(Proven));
  EXPECT_THAT(verdicts("The set is $A \\times (B+C) = C \\times A + B \\times A$."),
              ElementsAre(Undecided));
}

TEST(CheckEquations, TakesLettersWhoseOrderIsSpokenOfForAnything) {
  EXPECT_THAT(verdicts("We have $gh = hg$."), ElementsAre(Undecided));
  EXPECT_THAT(verdicts("As $aba = b$, we get $(ab)^2 = a^2b^2$."),
              ElementsAre(Undecided, Undecided));
  EXPECT_THAT(verdicts("We have $2xy + x = x(2y+1)$."), ElementsAre(Proven));
}

TEST(CheckEquations, ProvesRationalIdentitiesOfAnyLettersThatCommute) {
  EXPECT_THAT(verdicts("Modulo seven, $(k+1)^2 - 1 = k(k+2)$."), ElementsAre(Proven));
  EXPECT_THAT(verdicts("In a field $\\sqrt{x^2} = |x|$."), ElementsAre(Undecided));
}

TEST(CheckEquations, DecidesNothingThatHasTwoReadings) {
  for (const char* text :
       {"It is $6/2(1+2) = 9$.", "We have $1/2x = x/2$.", "So $\\sin \\pi/2 = 0$.",
        "So $\\cos 2\\pi/3 = \\frac13$.", "So $1/n(n+1) = (n+1)/n$.", "So $6!/3!3! = 20$.",
        "Note that $(1\\,2\\,3)(1\\,2) = (1\\,3)$."}) {
    EXPECT_THAT(verdicts(text), ElementsAre(Undecided)) << text;
  }
  EXPECT_THAT(verdicts("So $\\sin(\\pi)/2 = 0$, $1/2 \\cdot 4 = 2$ and $3/4 + x = x + 3/4$."),
              testing::Each(Proven));
}

TEST(CheckEquations, RefutesNothingByASignThatMayBeDefined) {
  for (const char* text :
       {"We have $2 * 6 = 2^6 + 6^2$.", "It is $80\\frac{1}{2}\\frac{1}{5} = 8$.",
        "So $(3)$ x $(5) = (3+5)^2$.", "So $\\boxed{11} \\times \\boxed{20} = 2 \\times 6$.",
        "Their product is $2.3.5.7 = 210$.", "So $2^{4}.3.5 = 240$.",
        "It is $\\operatorname{arccot}(-1) = \\frac{3\\pi}{4}$."}) {
    EXPECT_THAT(verdicts(text), ElementsAre(Undecided)) << text;
  }
}

TEST(CheckEquations, DecidesNothingWithANotationThatTheTextExplains) {
  for (const char* text :
       {"By cube root, we mean a half. So $\\sqrt[3]{8} = 4$.",
        "By $k^{\\text{th}}$ root, I mean something else. So $\\sqrt[3]{8} = 4$.",
        "So $\\sqrt[3]{8} = 4$. By\n\n$$\\sqrt[n]{x}$$\n\nI mean the $n$-th part of $x$.",
        "Here $\\sqrt[n]{x}$ means division by $n-1$. So $\\sqrt[3]{8} = 4$.",
        "The roots will simply mean halves to me. So $\\sqrt[3]{8} = \\frac82$.",
        "We denote by $a+b$ their larger one. So $2+3 = 3$.",
        "Below $x^y$ denotes $y$ copies of $x$. So $2^3 = 222$.",
        "By $\\sin x$ we mean the sine of a grade. So $\\sin(100\\pi) = 1$."}) {
    EXPECT_THAT(verdicts(text), ElementsAre(Undecided)) << text;
  }
  EXPECT_THAT(verdicts("By $\\sqrt[n]{x}$ I mean the $n$-th root. So $\\sqrt[3]{8} = 2$."),
              ElementsAre(Undecided));
  EXPECT_EQ(checked("By root we mean a half. So $\\sqrt[3]{8} = 4$.")[0].reason,
            "the text defines a notation in it");
}

TEST(CheckEquations, DecidesEquationsWithoutTheNotationThatTheTextExplains) {
  for (const char* text : {"By cube root, we mean a half. So $2+3 = 6$.",
                           "The sum is large, which means that it grows. So $2+3 = 6$.",
                           "We see that $2+2 = 4$. This means $2+3 = 6$ by the sum. So $2+3 = 6$.",
                           "By $x$ we mean the sum of all. So $2+3 = 6$.",
                           "Here $x_1$ denotes a number. So $2+3 = 6$.",
                           "I understand that the sum is large. So $2+3 = 6$.",
                           "Where $n!$ denotes the factorial of $n$. So $3! = 7$.",
                           "Here $|x|$ denotes the usual absolute value of $x$. So $|3| = 7$.",
                           "What we mean by it is clear. So $2+3 = 6$."}) {
    const auto all = verdicts(text);
    ASSERT_FALSE(all.empty()) << text;
    EXPECT_EQ(all.back(), Refuted) << text;
  }
}

TEST(CheckEquations, JoinsASumThatGoesOnInTheNextLine) {
  EXPECT_THAT(verdicts("So \\begin{align*} 1+2 &+ 3 \\\\ &\\qquad + 4 \\\\ &= 10 \\end{align*}"),
              ElementsAre(Proven));
  EXPECT_THAT(verdicts("So \\begin{align*} 10 \\cdot 1 &= 1+2+ \\\\ & 3+4 \\end{align*}"),
              ElementsAre(Proven));
  EXPECT_THAT(verdicts("So \\begin{align*} 2 \\cdot 5 &= 1+2 \\\\ + 3 + 4 &= 5+5 \\end{align*}"),
              testing::Each(Undecided));
}

TEST(CheckEquations, ChecksEachStepOfAChain) {
  EXPECT_THAT(verdicts("So $2+3 = 5 = 4+1 = 3+3$."), ElementsAre(Proven, Proven, Refuted));
  for (const char* text : {"Then \\begin{align} 2\\cdot 3 &= 6 \\\\ &= 4+3 \\end{align}",
                           "Then \\begin{align*} 2\\cdot 3 &= 6 \\\\ &= 4+3 \\end{align*}"}) {
    EXPECT_THAT(verdicts(text), ElementsAre(Proven, Refuted)) << text;
  }
}

TEST(CheckEquations, TakesValuesThatTheTextGives) {
  EXPECT_THAT(verdicts("Let $x = 3$. Then $x^2 = 9$."), ElementsAre(Undecided, Proven));
}

TEST(CheckEquations, TakesAValueOfAConditionInItsOwnSentenceOnly) {
  EXPECT_THAT(verdicts("If $x = 1$ then $x^2 = 1$."), ElementsAre(Undecided, Proven));
  EXPECT_THAT(verdicts("If $x = 1$ we are done. Now $x^2 = 1$."),
              ElementsAre(Undecided, Undecided));
  EXPECT_THAT(verdicts("If $x = 1$ then $x^2 = 1$; if $x = 2$ then $x^2 = 4$."),
              testing::Each(Undecided));
  EXPECT_THAT(verdicts("If $x = 1$ then $2x = 2$. If $x = 2$ then $2x = 4$."),
              ElementsAre(Undecided, Proven, Undecided, Proven));
  EXPECT_THAT(verdicts("If $x = 1$ then $2x = 2$. If $x = 2$ then we stop. So $2x = 2$."),
              ElementsAre(Undecided, Proven, Undecided, Undecided));
}

TEST(CheckEquations, TakesNoValueOfALetterOfWhichTheTextSaysSomethingElse) {
  for (const char* text :
       {"Let $x = 1$. Then $x = 2$ by the lemma. Thus $x^2 = 1$.",
        "Let $n = 1$. Now let $n = k$. Then $n^2 = 1$.",
        "Let $x = 3$ first. Let $x = 4$ next. Then $x^2 = 9$.",
        "We show $x^2 = 9$. Now let $x = 3$.", "Let $x = 3$, which is impossible. So $x^2 = 9$.",
        "We cannot have $x = 3$ here, so $x^2 = 9$."}) {
    EXPECT_THAT(verdicts(text), testing::Not(testing::Contains(Proven))) << text;
  }
}

TEST(CheckEquations, DoesNotProveAnEquationByItsOwnSolution) {
  EXPECT_THAT(verdicts("Suppose $2x = 4$, so that $x = 2$."), ElementsAre(Undecided, Undecided));
  EXPECT_THAT(verdicts("So $3^{2x} = 81$, or $x = 2$, or $2x = 4$."), testing::Each(Undecided));
  EXPECT_THAT(verdicts("Let $x = 3$. Recall that $x = 3$."), ElementsAre(Undecided, Undecided));
}

TEST(CheckEquations, TakesAValueBehindTheWordFor) {
  EXPECT_THAT(verdicts("For $n = 3$ we get $n^2 = 9$."), ElementsAre(Undecided, Proven));
  EXPECT_THAT(verdicts("Here $n = 3$ and we get $n^2 = 9$."), ElementsAre(Undecided, Undecided));
}

TEST(CheckEquations, SaysWithWhichValueAnEquationIsProven) {
  EXPECT_THAT(checked("Let $x = 3$. Then $x^2 = 9$.")[1].reason,
              testing::StartsWith("with x = 3: "));
}

TEST(CheckEquations, GivesTheStepsOfAProofAndTheSidesOfARefutation) {
  const auto equations = check_equations(
      text::read_plain_text("So $(x+1)^2 = x^2+2x+1$. And $2+2 = 5$.", "answer"), {.proofs = true});
  ASSERT_EQ(equations.size(), 2U);
  ASSERT_GE(equations[0].proof.size(), 2U);
  EXPECT_THAT(equations[0].proof.front().why, IsEmpty());
  EXPECT_FALSE(equations[0].proof.back().why.empty());
  ASSERT_TRUE(equations[1].counterexample);
  EXPECT_EQ(equations[1].counterexample->left, "4");
  EXPECT_EQ(equations[1].counterexample->right, "5");
}

TEST(CheckEquations, StopsWhenTimeIsOver) {
  int looks = 0;
  const auto equations =
      check_equations(text::read_plain_text("So $1+1 = 2$ and $1+2 = 3$.", "answer"),
                      {.is_over = [&] { return ++looks > 0; }});
  EXPECT_THAT(equations, IsEmpty());
}

TEST(CheckEquations, LeavesUndecidedWhatThereIsNoTimeFor) {
  const auto equations = check_equations(
      text::read_plain_text("So $1+1 = 2$ and $1+2 = 4$.", "answer"), {.total_seconds = 0});
  ASSERT_EQ(equations.size(), 2U);
  for (const CheckedEquation& equation : equations) {
    EXPECT_EQ(equation.verdict, Undecided);
    EXPECT_EQ(equation.reason, "not checked: no time left");
  }
}

TEST(CheckEquations, NeverRefutesConditionsDefinitionsAndEquationsToSolve) {
  for (const char* text :
       {"If $x^2 = 4$ then we are done.", "Solve $x+1=3$ first.", "Let $f(x)=x^2$.",
        "Assume $2+2 = 5$.", "This gives $2+2 = 5$, a contradiction.", "Now $x^2 = 4$.",
        "Hence $a = b$.", "It is not true that $2+2 = 5$.", "We get $1 = 0$.",
        "We work modulo seven. So $3+5 = 1$.", "So $3+5 \\equiv 1 \\pmod 7$ and $3+6 = 2$."}) {
    EXPECT_THAT(verdicts(text), testing::Not(testing::Contains(Refuted))) << text;
  }
}

TEST(CheckEquations, ReadsTheWordsAroundAFormulaOnItsOwnLine) {
  for (const char* text : {"It is false that\n$$\\frac12+\\frac13=\\frac25.$$",
                           "It is false that\n\n$$\\frac12+\\frac13=\\frac25.$$",
                           "Suppose\n$$\\frac12+\\frac13=\\frac25.$$",
                           "Suppose\n\n\\begin{align*}\\frac12+\\frac13=\\frac25.\\end{align*}",
                           "We get\n\n$$\\frac12+\\frac13=\\frac25,$$\n\nwhich is absurd."}) {
    EXPECT_THAT(verdicts(text), ElementsAre(Undecided)) << text;
  }
  for (const char* text :
       {"This is not so.\n\n$$\\frac12+\\frac13=\\frac25.$$",
        "Adding, we get\n\n$$\\frac12+\\frac13=\\frac25.$$\n\nSuppose otherwise."}) {
    EXPECT_THAT(verdicts(text), ElementsAre(Refuted)) << text;
  }
  EXPECT_THAT(verdicts("Let\n\n$$x = 3.$$\n\nThen\n\n$$x^2 = 9.$$"),
              ElementsAre(Undecided, Proven));
}

TEST(CheckEquations, ADegreeSignSaysNothingOfLettersAndMuchOfAngles) {
  for (const char* angle : {"60^\\circ", "60^{\\circ}"}) {
    EXPECT_THAT(verdicts(std::string("The angle is $") + angle + "$. So $x(h+k) = hx+kx$."),
                ElementsAre(Proven));
    EXPECT_THAT(verdicts(std::string("The angle is $180 - 110 = ") + angle + "$."),
                ElementsAre(Undecided));
    EXPECT_THAT(verdicts(std::string("The angle is $") + angle + "$. So $3 \\cdot 60 = \\pi$."),
                ElementsAre(Undecided));
    EXPECT_THAT(verdicts(std::string("The angle is $") + angle + "$. So $3 \\cdot 60 = 190$."),
                ElementsAre(Refuted));
  }
  EXPECT_THAT(verdicts("Take $f \\circ g$. So $x(h+k) = hx+kx$."), ElementsAre(Undecided));
}

TEST(CheckEquations, ReadsALongProduct) {
  std::string letters;
  for (int i = 0; i < 10000; ++i) letters += "xy"[i / 3 % 2];
  EXPECT_THAT(verdicts("So $" + letters + " = 1$."), ElementsAre(Undecided));
  EXPECT_THAT(verdicts("So $" + std::string(10000, 'x') + " = 1$."), ElementsAre(Undecided));
}

TEST(CheckEquations, AllowsForRounding) {
  EXPECT_THAT(verdicts("So $\\sqrt 2 = 1.41$."), ElementsAre(Undecided));
  EXPECT_THAT(verdicts("So $\\sqrt 2 = 2.41$."), ElementsAre(Refuted));
}

TEST(CheckEquations, ReadsAnyText) {
  EXPECT_THAT(verdicts(""), IsEmpty());
  EXPECT_THAT(verdicts("No formula here."), IsEmpty());
  EXPECT_THAT(verdicts("The sum $\\sum_{n=1}^N a_n$ is no equation."), IsEmpty());
  EXPECT_THAT(verdicts("So $1 + = 2$."), ElementsAre(Undecided));
}

TEST(CheckAnswer, NotesStandBesideTheirSentence) {
  Answer answer;
  for (const char* text : {"First some words.", "We get $2+2 = 5$."}) {
    AnswerSentence sentence;
    sentence.text = text::read_plain_text(text, "answer");
    answer.sentences.push_back(sentence);
  }
  std::vector<std::size_t> told;
  check_answer(answer, {}, [&](std::size_t sentence, const Note&) { told.push_back(sentence); });
  EXPECT_THAT(told, ElementsAre(1));
  EXPECT_THAT(answer.sentences[0].notes, IsEmpty());
  ASSERT_EQ(answer.sentences[1].notes.size(), 1U);
  const Note& note = answer.sentences[1].notes[0];
  EXPECT_EQ(note.verdict, "refuted");
  EXPECT_THAT(note.text, HasSubstr("the left side is 4"));
  EXPECT_EQ(answer.sentences[1].text.text.substr(note.span.begin, note.span.end - note.span.begin),
            "2+2 = 5");
}

TEST(CheckAnswer, SaysWhetherTimeRanOut) {
  Answer answer;
  answer.sentences.emplace_back().text = text::read_plain_text("We get $2+2 = 5$.", "answer");
  EXPECT_FALSE(check_answer(answer, {.total_seconds = 0}));
  ASSERT_EQ(answer.sentences[0].notes.size(), 1U);
  EXPECT_EQ(answer.sentences[0].notes[0].verdict, "undecided");
  EXPECT_TRUE(check_answer(answer, {.total_seconds = 3600}));
}

TEST(EquationLines, PartsDisplaysAndKeepsMatricesWhole) {
  const auto lines = equation_lines("\\begin{align*} a &= b \\\\ &= c, \\tag{1} \\end{align*}");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].latex, "a = b");
  EXPECT_EQ(lines[1].latex, "= c");
  EXPECT_EQ(equation_lines("\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix} = v").size(), 1U);
  EXPECT_TRUE(equation_lines("x = 1 \\implies y = 2")[1].follows_arrow);
}

}  // namespace
}  // namespace noether::answer
