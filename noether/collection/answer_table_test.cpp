#include "noether/collection/answer_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

text::Document question_of(const std::string& id, std::vector<std::string> tags) {
  text::Document document;
  document.id = id;
  document.kind = "question";
  document.tags = std::move(tags);
  document.fields = {{"title", "Q" + id, {}}, {"body", "What is $" + id + "$?", {}}};
  return document;
}

text::Document answer_of(const std::string& id, const std::string& question) {
  text::Document document;
  document.id = id;
  document.kind = "answer";
  document.parent = question;
  document.fields = {{"body", "It is " + id, {}}};
  return document;
}

// Questions 1, 2 and 3 share a tag; 3 repeats 1; 4 has another tag.
AnswerTable some_table() {
  AnswerTable table;
  table.add(answer_of("a1", "1"));
  table.add(question_of("1", {"limits", "primes"}));
  table.add(question_of("2", {"limits", "primes"}));
  text::Document repeated = question_of("3", {"limits"});
  repeated.properties = {{"duplicate-of", "1"}};
  table.add(repeated);
  table.add(question_of("4", {"graphs"}));
  table.add(question_of("5", {"limits"}));
  for (const char* const id : {"a2", "b2", "c2"}) table.add(answer_of(id, "2"));
  table.add(answer_of("a3", "3"));
  table.add(answer_of("a4", "4"));
  table.add(answer_of("a5", "5"));
  table.add(answer_of("lost", "9"));
  table.join();
  return table;
}

std::set<std::string> ids_of(const AnswerTable& table, const std::vector<std::uint32_t>& answers) {
  std::set<std::string> ids;
  for (const std::uint32_t answer : answers) ids.insert(table.answer(answer).id);
  return ids;
}

TEST(AnswerTable, JoinsAnswersWithQuestionsWhicheverComesFirst) {
  const AnswerTable table = some_table();
  ASSERT_THAT(table.questions(), SizeIs(5));
  EXPECT_EQ(ids_of(table, table.questions()[0].answers), (std::set<std::string>{"a1"}));
  EXPECT_EQ(table.find_answer("b2")->text, "It is b2");
  EXPECT_EQ(table.find_answer("1"), nullptr);
  EXPECT_EQ(table.lost_answers(), 1U);
}

TEST(AnswerTable, DrawsRightAnswersOfTheQuestion) {
  const AnswerTable table = some_table();
  EXPECT_EQ(ids_of(table, table.draw_right(1, 10, 7)), (std::set<std::string>{"a2", "b2", "c2"}));
  std::set<std::string> drawn;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto one = table.draw_right(1, 1, seed);
    ASSERT_THAT(one, SizeIs(1));
    EXPECT_EQ(table.draw_right(1, 1, seed), one);
    drawn.merge(ids_of(table, one));
  }
  EXPECT_THAT(drawn, SizeIs(3));
}

TEST(AnswerTable, DrawsWrongAnswersThatShareATagAndAreOfNoRepetition) {
  const AnswerTable table = some_table();
  EXPECT_EQ(ids_of(table, table.draw_wrong(0, 10, 3)),
            (std::set<std::string>{"a2", "b2", "c2", "a5"}));
  EXPECT_EQ(ids_of(table, table.draw_wrong(2, 10, 3)),
            (std::set<std::string>{"a2", "b2", "c2", "a5"}));
  EXPECT_THAT(table.draw_wrong(3, 10, 3), IsEmpty());
}

TEST(AnswerTable, DrawsAnswersAlikeHoweverManyTagsTheyShare) {
  const AnswerTable table = some_table();
  int shares_one = 0;
  constexpr int kDraws = 4000;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const auto drawn = table.draw_wrong(0, 1, draw_seed(seed, "1"));
    shares_one += table.answer(drawn.at(0)).id == "a5" ? 1 : 0;
  }
  EXPECT_NEAR(shares_one, kDraws / 4.0, 120);  // four deviations; the seeds are fixed
}

}  // namespace
}  // namespace noether::collection
