#include "noether/answer/question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Question, HasTheFormulasBetweenDollarSigns) {
  const auto question = read_question("Why is $\\sqrt{2}$ irrational?");
  ASSERT_TRUE(question) << question.error().message;
  EXPECT_EQ(question->body.text, "Why is $\\sqrt{2}$ irrational?");
  ASSERT_THAT(question->body.formulas, SizeIs(1));
}

TEST(Question, HasFormulasThatWereTypedWithoutSigns) {
  const auto question = read_question("derivative of x^2");
  ASSERT_TRUE(question) << question.error().message;
  ASSERT_THAT(question->body.formulas, SizeIs(1));
}

TEST(Question, TakesSignsOfTheQueryLanguageForWords) {
  const auto question = read_question("is \"a group -abelian");
  ASSERT_TRUE(question) << question.error().message;
  for (const search::Clause& clause : query_of(*question).clauses) {
    EXPECT_EQ(clause.occurrence, search::Occurrence::Wanted) << clause.text;
  }
}

TEST(Question, IsRefusedWithoutWordsAndFormulas) {
  for (const std::string text : {"", "  \n", "???"}) {
    const auto question = read_question(text);
    ASSERT_FALSE(question) << text;
    EXPECT_THAT(question.error().message, HasSubstr("no word and no formula"));
  }
}

std::vector<std::string> warned(const std::string& text) {
  const auto question = read_question(text);
  if (!question) return {"refused: " + question.error().message};
  std::vector<std::string> out;
  for (const FormulaWarning& warning : question->warnings) {
    const base::Span place = warning.error.span;
    out.push_back(warning.latex + " at '" +
                  warning.latex.substr(place.begin, place.end - place.begin) +
                  "': " + warning.error.message + " (" + warning.error.hint + ")");
  }
  return out;
}

TEST(Question, WarnsOfAFormulaThatIsReadOnlyInPart) {
  EXPECT_THAT(warned("simplify $1+\\frac{2}$ and $x^2$"),
              ElementsAre("1+\\frac{2} at '\\frac': missing argument of \\frac (the command needs "
                          "another {...}; the rest of the formula is read)"));
  EXPECT_THAT(warned("simplify $\\frac{1}{2}$"), IsEmpty());
}

TEST(Question, PassesOverAFormulaThatCannotBeReadAtAll) {
  const std::string text = "is $}$ a group";
  EXPECT_THAT(warned(text),
              ElementsAre("} at '}': unexpected } (nothing is open here that it could "
                          "close; the formula is ignored)"));
  const search::Query query = query_of(*read_question(text));
  EXPECT_FALSE(query.has(search::ClauseKind::Formula, search::Occurrence::Wanted));
  EXPECT_THAT(warned("$}$"),
              ElementsAre("refused: the question has no word, and no formula that can "
                          "be read: unexpected }"));
}

TEST(Question, WarnsOfAnEquationWithoutARightSide) {
  const auto warning = ElementsAre("x^2= at '=': nothing follows the last = (write both sides)");
  for (const std::string text :
       {"solve $x^2=$", "solve $x^2=$?", "($x^2=$) is what", "$x^2=$\n\nWhy?"}) {
    EXPECT_THAT(warned(text), warning) << text;
  }
  EXPECT_THAT(warned("let $f(n)=$ the number of primes"), IsEmpty());
  EXPECT_THAT(warned("what is $2+2=?$"), IsEmpty());
}

TEST(Question, WarnsOfAFormulaThatHasNoEnd) {
  EXPECT_THAT(warned("why is $\\sum_{n 1/n$ divergent"),
              ElementsAre("\\sum_{n 1/n at '{': missing } (this { is never closed; the formula is "
                          "ignored)"));
  EXPECT_THAT(warned("is \\[x^2 true"),
              ElementsAre("is \\[x^2 true at '\\[': the formula that begins with \\[ is not closed "
                          "(put \\] after it)"));
  EXPECT_THAT(warned("solve $x^2"), IsEmpty());
  EXPECT_THAT(warned("is \"a group -abelian"), IsEmpty());
  EXPECT_THAT(warned("apples for $20, or 30$ each"), IsEmpty());
}

TEST(Question, WarnsOnceOfAFormulaAndNotForEver) {
  EXPECT_THAT(warned("is $a}$ or $a}$"), SizeIs(1));
  std::string many = "what";
  for (int i = 0; i < 1000; ++i) many += " $" + std::to_string(i) + "}$";
  EXPECT_THAT(warned(many), SizeIs(kMostFormulaWarnings));
}

TEST(Question, IsRefusedWhenItIsABook) {
  const auto question = read_question(std::string(kMaxQuestionBytes + 1, 'a'));
  ASSERT_FALSE(question);
  EXPECT_THAT(question.error().message, HasSubstr("at most 16384"));
}

TEST(Question, MayBeInAnotherLanguage) {
  EXPECT_TRUE(read_question("Почему ряд расходится?"));
  EXPECT_TRUE(read_question("なぜ発散するのか"));
}

TEST(Question, CountsTheTitleOfATopicMore) {
  collection::Topic topic;
  topic.title = {.name = "title", .text = "limit", .formulas = {}};
  topic.question = {.name = "question", .text = "sequence", .formulas = {}};
  const search::Query query = query_of(question_of(topic));
  ASSERT_THAT(query.clauses, SizeIs(2));
  EXPECT_GT(query.clauses[0].weight, query.clauses[1].weight);
}

}  // namespace
}  // namespace noether::answer
