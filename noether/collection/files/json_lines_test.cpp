// JSON Lines in the usual shapes of collections of questions and answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/collection/marked_up_text.h"
#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ReadCollection read_lines(std::string_view lines, const CollectionOptions& options = {}) {
  SampleFolder folder;
  return read_all({folder.write("data.jsonl", lines)}, options);
}

TEST(JsonLines, ReadsAThreadWithCommentsWhereTheyBelong) {
  const ReadCollection read = read_lines(
      R"({"site": "x.org", "question": {"id": 1, "title": "Is $a$ odd?", "tags": ["parity"],)"
      R"( "score": 3, "accepted_answer_id": 3, "body_html": "<p>Say $a=2k$.</p>", "body_text": "no"},)"
      R"( "answers": [{"id": 2, "body_html": "<p>No.</p>"}, {"id": 3, "body_html": "<p>Even.</p>"}],)"
      R"( "comments": {"question": [{"post_id": 1, "text": "Homework?"}],)"
      R"( "answers": {"3": [{"post_id": 3, "text": "Right, $k$."}]}, "count": 2}})");
  EXPECT_THAT(read.ids(), ElementsAre("x.org:1", "x.org:2", "x.org:3"));
  const text::Document& question = read["x.org:1"];
  EXPECT_EQ(text_of(question, "body"), "Say $a=2k$.");
  EXPECT_EQ(text_of(question, "comment"), "Homework?");
  EXPECT_EQ(property_of(question, "accepted-answer"), "x.org:3");
  EXPECT_EQ(property_of(question, "score"), "3");
  EXPECT_EQ(text_of(read["x.org:2"], "comment"), "");
  const text::Document& answer = read["x.org:3"];
  EXPECT_EQ(answer.parent, "x.org:1");
  EXPECT_EQ(text_of(answer, "question-title"), "Is $a$ odd?");
  EXPECT_EQ(text_of(answer, "comment"), "Right, $k$.");
  EXPECT_EQ(property_of(answer, "accepted"), "true");
  EXPECT_THAT(answer.tags, ElementsAre("parity"));
}

TEST(JsonLines, ALongTitleIsNotMultipliedByTheAnswers) {
  std::string title;
  while (title.size() < 20'000) title += "Words ";
  const ReadCollection read =
      read_lines("{\"question\": {\"id\": 1, \"title\": \"" + title +
                 "\", \"body\": \"Q\"}, \"answers\": [{\"id\": 2, \"body\": \"A\"}]}");
  EXPECT_GT(text_of(read["1"], "title").size(), 19'000U);
  EXPECT_GT(text_of(read["2"], "question-title").size(), 4'000U);
  EXPECT_LE(text_of(read["2"], "question-title").size(), kMaxContextBytes);
}

TEST(JsonLines, ReadsPairsOfQuestionAndAnswer) {
  const ReadCollection read = read_lines(
      "{\"Q\": \"Why $x$?\", \"A\": \"Because.\", \"meta\": {\"url\": \"https://x.org/1\"}}\n\n"
      "{\"id\": 7, \"question\": \"How?\", \"answers\": [\"So.\", {\"id\": \"z\", \"text\": "
      "\"Thus.\"}]}");
  EXPECT_THAT(read.ids(), ElementsAre("data.jsonl:1", "data.jsonl:1/answer", "7", "7/answer", "z"));
  EXPECT_EQ(read["data.jsonl:1/answer"].source, "https://x.org/1");
  EXPECT_EQ(read["z"].parent, "7");
}

TEST(JsonLines, ReadsSingleDocuments) {
  const ReadCollection read = read_lines(
      R"({"id": "e1", "kind": "theorem", "title": "Sum", "text": "It is $2$.", "tags": "a, b"})");
  EXPECT_EQ(read["e1"].kind, "theorem");
  EXPECT_THAT(read["e1"].tags, ElementsAre("a", "b"));
  EXPECT_EQ(text_of(read["e1"], "title"), "Sum");
}

TEST(JsonLines, TakesTheMembersItIsTold) {
  CollectionOptions options;
  options.json.body.insert(options.json.body.begin(), "abstract");
  options.json.id.insert(options.json.id.begin(), "meta.key");
  const ReadCollection read =
      read_lines(R"({"meta": {"key": "k9"}, "text": "not this", "abstract": "but this"})", options);
  EXPECT_EQ(text_of(read["k9"], "body"), "but this");
}

TEST(JsonLines, EveryBrokenLineIsReportedAndTheOthersRead) {
  const ReadCollection read = read_lines(
      "{\"id\":1,\"text\":\"one\"}\n"
      "{\"id\":2,\"text\":\n"
      "[1, 2]\n"
      "{\"id\":4,\"text\":\"bad \xff\"}\n"
      "{\"id\":5,\"other\":\"no text\"}\n"
      "{\"id\":6,\"text\":\"open $x + 1\"}");
  EXPECT_THAT(read.ids(), ElementsAre("1", "6"));
  EXPECT_THAT(read.skipped(),
              ElementsAre(HasSubstr("data.jsonl:2: skipped: not JSON"),
                          HasSubstr("data.jsonl:3: skipped: a record must be a JSON object"),
                          HasSubstr("data.jsonl:4: skipped: not JSON"),
                          HasSubstr("data.jsonl:5: skipped: no text")));
}

TEST(MarkedUpText, TellsHtmlFromMathematics) {
  EXPECT_TRUE(looks_like_html("<p>a</p>"));
  EXPECT_FALSE(looks_like_html("$a<b$ and $c>d$, </ or <p"));
  EXPECT_EQ(read_marked_up("<em>a</em> $a&lt;b$", "body").text, "a $a<b$");
  EXPECT_EQ(read_marked_up("*a* $a<b$", "body").text, "a $a<b$");
}

TEST(MarkedUpText, FieldsAreAppendedWithTheirSpans) {
  text::Field to = read_marked_up("See $x$.", "body");
  append_field(read_marked_up("And $yy$.", "more"), to);
  EXPECT_EQ(to.text, "See $x$.\nAnd $yy$.");
  ASSERT_EQ(to.formulas.size(), 2U);
  EXPECT_EQ(to.text.substr(to.formulas[1].begin, 2), "yy");
}

}  // namespace
}  // namespace noether::collection
