#include "noether/search/answers/answer_ranker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "noether/embedding/text/random_text_model.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_writer.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

text::Document question(const std::string& id, const std::string& title, const std::string& body) {
  return test_document(id, body, {}, "question", title);
}
text::Document answer(const std::string& id, const std::string& parent, const std::string& body) {
  text::Document document = test_document(id, body, {}, "answer");
  document.parent = parent;
  return document;
}
text::Document linked(text::Document document, const std::string& property,
                      const std::string& other) {
  document.properties.emplace_back(property, other);
  return document;
}

collection::Topic topic(const std::string& title, const std::string& body = "") {
  collection::Topic topic;
  topic.number = "A.1";
  topic.title = {.name = "title", .text = title, .formulas = formulas_of(title)};
  topic.question = {.name = "question", .text = body, .formulas = formulas_of(body)};
  return topic;
}

Signal words_of(Signal::Scope scope) {
  return {.scope = scope,
          .matter = Signal::Matter::Words,
          .weight = 1,
          .spaces = {index::space::words}};
}
Signal formulas_of_scope(Signal::Scope scope, Signal::Matter matter) {
  return {.scope = scope, .matter = matter, .weight = 1, .spaces = {}};
}

class AnswerTest : public testing::Test {
 protected:
  void index(const std::vector<text::Document>& documents) {
    add_documents(folder_ / "idx", documents);
    auto opened = index::IndexReader::open(folder_ / "idx");
    ASSERT_TRUE(opened) << opened.error().message;
    index_ = std::make_unique<index::IndexReader>(std::move(*opened));
  }

  // The ids of answers in the order of their scores; those with a score of 0 are left out.
  std::vector<std::string> ranked(const collection::Topic& asked, std::vector<Signal> signals) {
    const auto answers = AnswerCollection::read(*index_, std::move(signals), "answer");
    EXPECT_TRUE(answers);
    AnswerRanker ranker(*answers);
    const auto ranking = ranker.rank(asked, 100);
    EXPECT_TRUE(ranking);
    std::vector<std::string> ids;
    for (const ScoredUnit& unit : *ranking) {
      if (unit.score > 0) ids.emplace_back(*index_->document_id(unit.unit));
    }
    return ids;
  }

  base::TemporaryFolder folder_;
  std::unique_ptr<index::IndexReader> index_;
};

TEST_F(AnswerTest, AThreadIsAQuestionWithItsAnswers) {
  index({question("q1", "Limits", "x"), answer("a1", "q1", "one"), question("q2", "Rings", "y"),
         answer("a2", "q2", "two"), answer("a3", "q1", "three"), answer("a4", "gone", "four")});
  const auto threads = Threads::read(*index_);
  ASSERT_TRUE(threads);
  EXPECT_EQ(threads->count(), 3U);
  EXPECT_EQ(threads->thread_of(0), threads->thread_of(4));
  EXPECT_NE(threads->thread_of(0), threads->thread_of(3));
  EXPECT_TRUE(threads->is_first(2));
  EXPECT_FALSE(threads->is_first(3));
  EXPECT_THAT(threads->documents_of("answer"), ElementsAre(1, 3, 4, 5));
}

TEST_F(AnswerTest, DuplicatesHoldBothWaysAndOnlyInsideTheIndex) {
  index({linked(question("q1", "Limits", "x"), "duplicate-of", "q2"),
         linked(question("q2", "Limits again", "y"), "duplicate-of", "outside"),
         question("q3", "Rings", "z")});
  const auto threads = Threads::read(*index_);
  ASSERT_TRUE(threads);
  EXPECT_THAT(threads->duplicates(0), ElementsAre(1));
  EXPECT_THAT(threads->duplicates(1), ElementsAre(0));
  EXPECT_THAT(threads->duplicates(2), IsEmpty());
  EXPECT_EQ(threads->links(1), 1U);
}

TEST_F(AnswerTest, AnAnswerIsFoundByWhatItsQuestionSays) {
  index({question("q1", "Continuity of the square root", ""),
         answer("a1", "q1", "Use the definition."), question("q2", "Finite groups", ""),
         answer("a2", "q2", "Count cosets.")});
  const collection::Topic asked = topic("continuity of a root");
  EXPECT_THAT(ranked(asked, {words_of(Signal::Scope::Own)}), IsEmpty());
  EXPECT_THAT(ranked(asked, {words_of(Signal::Scope::Question)}), ElementsAre("a1"));
  EXPECT_THAT(ranked(asked, {words_of(Signal::Scope::Thread)}), ElementsAre("a1"));
}

TEST_F(AnswerTest, AThreadIsScoredAsIfItWereOneDocument) {
  // Twice in one document or once in two: the same.
  index({question("q1", "", "compact compact filler"), answer("a1", "q1", "other filler"),
         question("q2", "", "compact filler"), answer("a2", "q2", "compact other filler"),
         question("q3", "", "more filler other"), answer("a3", "q3", "filler nothing")});
  const auto answers = AnswerCollection::read(*index_, {words_of(Signal::Scope::Thread)}, "answer");
  ASSERT_TRUE(answers);
  AnswerRanker ranker(*answers);
  const auto signals = ranker.signals(topic("compact"));
  ASSERT_TRUE(signals);
  EXPECT_GT((*signals)[0][0], 0);
  EXPECT_EQ((*signals)[0][0], (*signals)[0][1]);
  EXPECT_EQ((*signals)[0][2], 0);
}

TEST_F(AnswerTest, FormulasCountByTuplesAndByPaths) {
  index({question("q1", "", "Solve $x^2+y^2=z^2$"), answer("a1", "q1", "By descent."),
         question("q2", "", "Show $\\int_0^1 f$ exists"), answer("a2", "q2", "By bounds.")});
  const collection::Topic asked = topic("$a^2+b^2=c^2$", "");
  for (const auto matter : {Signal::Matter::Tuples, Signal::Matter::Paths}) {
    const auto ids = ranked(asked, {formulas_of_scope(Signal::Scope::Question, matter)});
    ASSERT_FALSE(ids.empty());
    EXPECT_EQ(ids.front(), "a1");
  }
}

TEST_F(AnswerTest, ADuplicateLendsItsScore) {
  index({linked(question("q1", "Stated in other terms", ""), "duplicate-of", "q2"),
         answer("a1", "q1", "Yes."), question("q2", "compact operators", ""),
         question("q3", "nothing of it", ""), answer("a3", "q3", "No.")});
  const Signal duplicates = formulas_of_scope(Signal::Scope::Thread, Signal::Matter::Duplicates);
  EXPECT_THAT(ranked(topic("compact"), {words_of(Signal::Scope::Thread), duplicates}),
              ElementsAre("a1"));
}

TEST_F(AnswerTest, EqualScoresStandInTheOrderOfTheIndexAndDeletedAnswersNowhere) {
  index({question("q1", "compact", ""), answer("a2", "q1", "x"), answer("a1", "q1", "x"),
         answer("a3", "q1", "x")});
  auto writer = index::IndexWriter::open(folder_ / "idx", index::search_schema());
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->remove("a1"));
  ASSERT_TRUE(writer->commit());
  auto opened = index::IndexReader::open(folder_ / "idx");
  ASSERT_TRUE(opened);
  index_ = std::make_unique<index::IndexReader>(std::move(*opened));
  EXPECT_THAT(ranked(topic("compact"), {words_of(Signal::Scope::Thread)}), ElementsAre("a2", "a3"));
}

TEST_F(AnswerTest, StopWordsOfATopicDoNotCount) {
  index({question("q1", "what is the", ""), answer("a1", "q1", "x")});
  EXPECT_THAT(ranked(topic("what is the"), {words_of(Signal::Scope::Thread)}), IsEmpty());
}

// The model has random weights: its scores have no meaning, but are known.
TEST_F(AnswerTest, ACrossEncoderLooksAtTheFirstAnswersOfTheOtherSignals) {
  std::vector<text::Document> documents = {question("q0", "groups", "")};
  for (int i = 0; i < 60; ++i) {
    const std::string id = std::to_string(i);
    documents.push_back(question("q" + id + "x", "", "compact"));
    documents.push_back(answer("a" + id, "q" + id + "x", "answer " + id + " says little"));
  }
  index(documents);
  embedding::write_random_cross_encoder(folder_ / "cross", {.int8 = true});
  ::setenv("NOETHER_RERANKER", (folder_ / "cross").c_str(), 1);
  Signal cross = formulas_of_scope(Signal::Scope::Own, Signal::Matter::Cross);
  cross.weight = 1000;
  const auto answers =
      AnswerCollection::read(*index_, {words_of(Signal::Scope::Thread), cross}, "answer");
  ::unsetenv("NOETHER_RERANKER");
  ASSERT_TRUE(answers) << answers.error().message;
  AnswerRanker ranker(*answers);
  const collection::Topic asked = topic("compact", "sets");
  const auto ranking = ranker.rank(asked, 100).value();
  ASSERT_EQ(ranking.size(), 60U);
  // All scores by words are equal, so the model reads the first 50 answers of the index.
  std::vector<std::uint32_t> first(kCrossAnswers);
  std::iota(first.begin(), first.end(), 0U);
  auto scores = ranker.cross(asked, first).value();
  lift_above_least(scores);
  const std::size_t best =
      static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
  EXPECT_EQ(ranking.front().unit, answers->candidates()[best]);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(ranking[50 + i].unit, answers->candidates()[50 + i]);
    EXPECT_EQ(ranking[50 + i].score, ranking[50].score);
  }
  // For learning, its scores do not depend on the weights of a profile.
  const auto signals = ranker.signals(asked).value();
  EXPECT_THAT(signals[1], testing::Each(0.0F));
}

TEST_F(AnswerTest, ASignalOfACrossEncoderThatIsMissingIsAnError) {
  index({question("q1", "compact", ""), answer("a1", "q1", "x")});
  ::setenv("NOETHER_RERANKER", (folder_ / "nothing").c_str(), 1);
  const auto answers = AnswerCollection::read(
      *index_, {formulas_of_scope(Signal::Scope::Own, Signal::Matter::Cross)}, "answer");
  ::unsetenv("NOETHER_RERANKER");
  ASSERT_FALSE(answers);
  EXPECT_THAT(answers.error().message, testing::HasSubstr("no cross-encoder"));
}

}  // namespace
}  // namespace noether::search
