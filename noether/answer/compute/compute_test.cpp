#include "noether/answer/compute/compute.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/text/delimited_text.h"

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::optional<ComputedAnswer> computed(std::string_view asked) {
  Question question;
  question.body = text::read_plain_text(asked, "question");
  return compute(question);
}

std::vector<std::string> results(std::string_view asked) {
  const auto answer = computed(asked);
  if (!answer) return {"nothing"};
  if (!answer->is_sure) return {"not sure"};
  return answer->results;
}

TEST(Compute, EvaluatesWhatWordsAskFor) {
  EXPECT_THAT(results("What is the value of $255^2 - 245^2$?"), ElementsAre("5000"));
  EXPECT_THAT(results("Compute $\\sin 120^\\circ$."), ElementsAre("\\frac{\\sqrt{3}}{2}"));
  EXPECT_THAT(results("Simplify $\\sqrt{8}+\\sqrt{2}.$"), ElementsAre("3\\sqrt{2}"));
}

TEST(Compute, EvaluatesWhatStandsBeforeAnOpenEquality) {
  EXPECT_THAT(results("What is $2+2=$?"), ElementsAre("4"));
  EXPECT_THAT(results("$2+2=?$"), ElementsAre("4"));
  EXPECT_THAT(results("What is $2+2=$ in Peano's words?"), ElementsAre("nothing"));
  EXPECT_THAT(results("Solve $x^2=$"), ElementsAre("nothing"));
}

TEST(Compute, LeavesOutWordsAboutTheFormOfTheAnswer) {
  EXPECT_THAT(results("Express $\\frac{2}{4}$ as a common fraction."), ElementsAre("\\frac{1}{2}"));
  EXPECT_THAT(results("What is $\\frac12+\\frac13$? Express your answer in simplest form."),
              ElementsAre("\\frac{5}{6}"));
}

TEST(Compute, PutsInValuesAndFunctionsThatAreGiven) {
  EXPECT_THAT(results("If $x = 3$ and $y = 2$, what is the value of $x^2+y$?"), ElementsAre("11"));
  EXPECT_THAT(results("Let $f(x)=2x+1$ and $g(x)=x^2$. Find $f(g(3))$."), ElementsAre("19"));
}

TEST(Compute, GivesUpWhenItIsOver) {
  for (const char* asked : {"Expand $(x+1)(x-1)^2$.", "Factor $x^2-1$.", "Solve $x^2=4$."}) {
    Question question;
    question.body = text::read_plain_text(asked, "question");
    const ComputeOptions patient{.seconds = 3600, .is_over = [] { return true; }};
    EXPECT_TRUE(compute(question)) << asked;
    EXPECT_FALSE(compute(question, patient)) << asked;
  }
}

TEST(Compute, FactorsPolynomialsOnly) {
  EXPECT_THAT(results("Factor $x^4+4$."), ElementsAre("(x^{2}+2x+2)(x^{2}-2x+2)"));
  EXPECT_THAT(results("Factor $2^{67}-1$."), ElementsAre("nothing"));
}

TEST(Compute, SolvesEquations) {
  EXPECT_THAT(results("Solve for $x$: $2x+4=10$"), ElementsAre("3"));
  EXPECT_THAT(results("Find all values of $x$ such that $x^2=4$."), ElementsAre("-2", "2"));
  EXPECT_THAT(results("If $2^8=4^x$, what is the value of $x$?"), ElementsAre("4"));
  EXPECT_THAT(results("Find the positive value of $x$ such that $x^2=4$."), ElementsAre("2"));
}

TEST(Compute, IsNotSureWhichOfSeveralSolutionsIsMeant) {
  EXPECT_THAT(results("What is $x$ if $x^2=4$?"), ElementsAre("not sure"));
}

TEST(Compute, DifferentiatesAndIntegrates) {
  EXPECT_THAT(results("What is the derivative of $x^2\\sin x$?"),
              ElementsAre("x^{2}\\cos x+2x\\sin x"));
  EXPECT_THAT(results("Evaluate the integral $\\int_0^1 x^2 dx$"), ElementsAre("\\frac{1}{3}"));
  EXPECT_THAT(results("Integrate $2x$"), ElementsAre("x^{2}+C"));
}

TEST(Compute, ExpandsAndFactors) {
  EXPECT_THAT(results("Expand $(x+1)(x+2)$."), ElementsAre("x^{2}+3x+2"));
  EXPECT_THAT(results("Factor $x^2-9$."), ElementsAre("(x+3)(x-3)"));
}

TEST(Compute, TellsWhetherExpressionsAreEqual) {
  const auto equal = computed("Is $(x+1)^2$ equal to $x^2+2x+1$?");
  ASSERT_TRUE(equal);
  EXPECT_EQ(equal->verdict, algebra::Verdict::Proven);
  const auto unequal = computed("Is $(x+1)^2 = x^2+1$ true?");
  ASSERT_TRUE(unequal);
  EXPECT_EQ(unequal->verdict, algebra::Verdict::Refuted);
  ASSERT_TRUE(unequal->counterexample);
  EXPECT_EQ(unequal->counterexample->point[0].first, "x");
  EXPECT_NE(unequal->counterexample->left, unequal->counterexample->right);
  EXPECT_THAT(answer_text(answer_of(*unequal)), HasSubstr("No: at $x = "));
}

TEST(Compute, OffersATaskAmongWordsThatItDoesNotUnderstand) {
  const auto answer = computed("My teacher says to simplify $2x+3x$ but why would anybody?");
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->is_sure);
  EXPECT_THAT(answer->results, ElementsAre("5x"));
}

TEST(Compute, ClaimsNothingThatIsNoTask) {
  EXPECT_FALSE(computed("How many primes are there?"));
  EXPECT_FALSE(computed("What is the sum of the solutions to $x^2=4$?"));
  EXPECT_FALSE(computed("Find the number of real solutions of $x^2=4$."));
  EXPECT_FALSE(computed("What is $f(x)$?"));
  EXPECT_FALSE(computed("What is $x$?"));
  EXPECT_FALSE(computed(""));
}

TEST(Compute, ClaimsNothingWithoutAValue) { EXPECT_FALSE(computed("Evaluate $(-125)^{4/3}$.")); }

TEST(Compute, DoesNotGuessTheBaseOfALogarithm) {
  EXPECT_FALSE(computed("What is $\\log 1000$?"));
  EXPECT_THAT(results("What is $\\log_2 256$?"), ElementsAre("8"));
}

TEST(Compute, SaysTheAnswerInWords) {
  const auto answer = computed("Solve $x^2=4$.");
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer_text(answer_of(*answer)), HasSubstr("holds for $x = -2$ or $x = 2$."));
}

TEST(Compute, TheAnswerHasAVerdictAndItsStepsApart) {
  const auto computed_answer = computed("Solve for $x$: $2x+4=10$");
  ASSERT_TRUE(computed_answer);
  const Answer answer = answer_of(*computed_answer);
  ASSERT_EQ(answer.sentences.size(), 2U);
  ASSERT_EQ(answer.sentences[0].notes.size(), 1U);
  EXPECT_EQ(answer.sentences[0].notes[0].kind, "computation");
  EXPECT_EQ(answer.sentences[0].notes[0].verdict, "proven");
  EXPECT_EQ(answer.sentences[1].role, AnswerSentence::Role::Shows);
}

}  // namespace
}  // namespace noether::answer
