#include "noether/answer/check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/answer/check/equation_lines.h"
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
        "We have $\\cos(60) = \\frac12$.", "It is $\\arctan 1 = 45$.", "It is $6/2(1+2) = 1$."}) {
    EXPECT_THAT(verdicts(text), ElementsAre(Undecided)) << text;
  }
  EXPECT_THAT(verdicts("We have $\\sin\\pi = 1$."), ElementsAre(Refuted));
}

TEST(CheckEquations, ProvesNothingOfLettersThatNeedNotBeNumbers) {
  EXPECT_THAT(verdicts("In this group $gh = hg$."), ElementsAre(Undecided));
  EXPECT_THAT(verdicts("For numbers $gh = hg$."), ElementsAre(Proven));
  EXPECT_THAT(verdicts("The group has $2+3 = 5$ elements."), ElementsAre(Proven));
}

TEST(CheckEquations, ChecksEachStepOfAChain) {
  EXPECT_THAT(verdicts("So $2+3 = 5 = 4+1 = 3+3$."), ElementsAre(Proven, Proven, Refuted));
  EXPECT_THAT(verdicts("Then \\begin{align} 2\\cdot 3 &= 6 \\\\ &= 4+3 \\end{align}"),
              ElementsAre(Proven, Refuted));
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

TEST(CheckEquations, NeverRefutesConditionsDefinitionsAndEquationsToSolve) {
  for (const char* text :
       {"If $x^2 = 4$ then we are done.", "Solve $x+1=3$ first.", "Let $f(x)=x^2$.",
        "Assume $2+2 = 5$.", "This gives $2+2 = 5$, a contradiction.", "Now $x^2 = 4$.",
        "Hence $a = b$.", "It is not true that $2+2 = 5$.", "We get $1 = 0$.",
        "We work modulo seven. So $3+5 = 1$.", "So $3+5 \\equiv 1 \\pmod 7$ and $3+6 = 2$."}) {
    EXPECT_THAT(verdicts(text), testing::Not(testing::Contains(Refuted))) << text;
  }
}

TEST(CheckEquations, AllowsForRounding) {
  EXPECT_THAT(verdicts("So $\\sqrt 2 = 1.41$."), ElementsAre(Undecided));
  EXPECT_THAT(verdicts("So $\\sqrt 2 = 2.41$."), ElementsAre(Refuted));
}

TEST(CheckEquations, ReadsAnyText) {
  EXPECT_THAT(verdicts(""), IsEmpty());
  EXPECT_THAT(verdicts("No formula here."), IsEmpty());
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
