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

TEST(CheckEquations, ChecksEachStepOfAChain) {
  EXPECT_THAT(verdicts("So $2+3 = 5 = 4+1 = 3+3$."), ElementsAre(Proven, Proven, Refuted));
  EXPECT_THAT(verdicts("Then \\begin{align} 2\\cdot 3 &= 6 \\\\ &= 4+3 \\end{align}"),
              ElementsAre(Proven, Refuted));
}

TEST(CheckEquations, TakesValuesThatTheTextGives) {
  EXPECT_THAT(verdicts("Let $x = 3$. Then $x^2 = 9$."), ElementsAre(Undecided, Proven));
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
  check_answer(answer);
  EXPECT_THAT(answer.sentences[0].notes, IsEmpty());
  ASSERT_EQ(answer.sentences[1].notes.size(), 1U);
  const Note& note = answer.sentences[1].notes[0];
  EXPECT_THAT(note.text, HasSubstr("refuted: the left side is 4"));
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
