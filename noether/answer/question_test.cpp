#include "noether/answer/question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace noether::answer {
namespace {

using testing::HasSubstr;
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
