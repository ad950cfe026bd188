#include "noether/evaluation/answers/answer_scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/evaluation/answers/answer_embeddings.h"
#include "noether/evaluation/lines_of_text.h"

namespace noether::evaluation {
namespace {

using testing::ElementsAre;

AnswerRun answers_of(const std::string& tag,
                     const std::vector<std::pair<std::string, std::string>>& answers) {
  AnswerRun run;
  run.tag = tag;
  for (const auto& [topic, text] : answers) {
    run.answers.push_back({.topic = topic, .rank = 1, .score = 1, .sources = {}, .answer = text});
  }
  return run;
}

const AnswerMeasure* find(const AnswerScores& scores, const std::string& name) {
  for (const AnswerMeasure& measure : scores.measures) {
    if (measure.name == name) return &measure;
  }
  return nullptr;
}

TEST(AnswerScores, AverageGradesOverJudgedTopicsTheRunAnswers) {
  Judgements judgements;
  judgements.topic("A.1").add("mine", 3);
  judgements.topic("A.2").add("mine", -1);
  judgements.topic("A.3").add("other", 2);
  judgements.topic("A.4").add("mine", 1);
  judgements.topic("A.5").add("mine", 3);
  const AnswerRun run =
      answers_of("mine", {{"A.1", ""}, {"A.2", ""}, {"A.3", ""}, {"A.4", ""}, {"A.9", ""}});
  const auto scores = score_answers(run, {.judgements = &judgements});
  ASSERT_TRUE(scores);
  // A.2 is undecided and A.3 was not judged: both count as 0; A.5 has no answer.
  EXPECT_THAT(find(*scores, "ar")->scores.topics, ElementsAre("A.1", "A.2", "A.3", "A.4"));
  EXPECT_EQ(find(*scores, "ar")->mean(), 1);
  EXPECT_EQ(find(*scores, "p@1")->mean(), 0.25);
  EXPECT_EQ(scores->unjudged, 1U);
}

TEST(AnswerScores, HaveNoRelevanceForASystemNobodyJudged) {
  Judgements judgements;
  judgements.topic("A.1").add("other", 2);
  const auto scores = score_answers(answers_of("new", {{"A.1", ""}}), {.judgements = &judgements});
  ASSERT_TRUE(scores);
  EXPECT_EQ(find(*scores, "ar"), nullptr);
  EXPECT_EQ(scores->unjudged, 1U);
}

TEST(AnswerScores, TakeTheMostSimilarReferenceButNotTheTeamsOwn) {
  KnownAnswers known;
  known.add("A.1", {.id = "mine", .grade = 3, .runs = {"mine"}, .tokens = {"a", "b"}});
  known.add("A.1", {.id = "x", .grade = 2, .runs = {"other"}, .tokens = {"a", "c"}});
  known.add("A.1", {.id = "y", .grade = 3, .runs = {"other"}, .tokens = {"d"}});
  known.add("A.1", {.id = "z", .grade = 1, .runs = {"other"}, .tokens = {"a", "b"}});
  known.add("A.2", {.id = "mine", .grade = 3, .runs = {"mine"}, .tokens = {"a"}});
  known.add("A.3", {.id = "w", .grade = 3, .runs = {"other"}, .tokens = {"q"}});
  const AnswerRun run = answers_of("mine", {{"A.1", "a b"}, {"A.2", "a"}, {"A.3", "q"}});
  const auto scores = score_answers(run, {.known = &known});
  ASSERT_TRUE(scores);
  // A.2 has no reference left and is not part of the mean.
  EXPECT_THAT(find(*scores, "lo")->scores.topics, ElementsAre("A.1", "A.3"));
  EXPECT_THAT(find(*scores, "lo")->scores.values, ElementsAre(0.5, 1));
  EXPECT_EQ(find(*scores, "cs"), nullptr);
}

TEST(AnswerScores, CompareEmbeddingsWhereThereAreSome) {
  KnownAnswers known;
  known.add("A.1", {.id = "x", .grade = 2, .runs = {}, .tokens = {"a"}});
  known.add("A.1", {.id = "y", .grade = 2, .runs = {}, .tokens = {"a"}});
  const std::string one("\0\0\x80\x3f", 4);
  const std::string zero("\0\0\0\0", 4);
  const auto file = EmbeddingFile::read(
      std::make_unique<MemoryFile>("A.1 mine 1 2\n" + one + zero + "A.1 x 1 2\n" + zero + one +
                                   "A.1 y 2 2\n" + one + zero + zero + one),
      "file");
  ASSERT_TRUE(file) << file.error().message;
  const AnswerRun run = answers_of("mine", {{"A.1", "a"}, {"A.2", "a"}});
  const auto scores = score_answers(run, {.known = &known, .embeddings = &*file});
  ASSERT_TRUE(scores);
  // The similarity with x is 0; with y, precision is 1 and recall 1/2.
  EXPECT_THAT(find(*scores, "cs")->scores.values, ElementsAre(testing::DoubleNear(2.0 / 3, 1e-12)));
}

TEST(AnswerScores, CompareAnAnswerWithNoPostThatItQuotes) {
  KnownAnswers known;
  known.add("A.1", {.id = "12", .grade = 3, .tokens = {"a", "b"}});
  known.add("A.1", {.id = "1", .grade = 2, .tokens = {"b", "c"}});
  known.add("A.2", {.id = "12", .grade = 3, .tokens = {"a", "b"}});
  AnswerRun run = answers_of("mine", {{"A.1", "a b"}, {"A.2", "a b"}});
  for (WrittenAnswer& answer : run.answers) answer.sources = "7,12";
  EXPECT_THAT(find(score_answers(run, {.known = &known}).value(), "lo")->scores.values,
              ElementsAre(1, 1));
  const auto scores = score_answers(run, {.known = &known, .without_sources = true});
  ASSERT_TRUE(scores);
  // A.1 keeps the other post, which is not a source although 12 begins with it; A.2 has no
  // reference.
  EXPECT_THAT(find(*scores, "lo")->scores.topics, ElementsAre("A.1"));
  EXPECT_THAT(find(*scores, "lo")->scores.values, ElementsAre(0.5));
}

TEST(AnswerScores, CountAnnotationsOfTheAnswersThatHaveThem) {
  Annotations annotations;
  annotations.add("A.1", "mine", {.machine_generated = true, .unrelated = false});
  annotations.add("A.2", "mine", {.machine_generated = false, .unrelated = {}});
  annotations.add("A.3", "other", {.machine_generated = true, .unrelated = true});
  const AnswerRun run = answers_of("mine", {{"A.1", ""}, {"A.2", ""}, {"A.3", ""}});
  const auto scores = score_answers(run, {.annotations = &annotations});
  ASSERT_TRUE(scores);
  EXPECT_EQ(find(*scores, "mg")->mean(), 0.5);
  EXPECT_EQ(find(*scores, "ui")->mean(), 0);
  EXPECT_EQ(find(*scores, "ui")->scores.topics.size(), 1U);
}

TEST(AnswerScores, OfARankingAreThoseOfItsFirstResults) {
  Judgements judgements;
  judgements.topic("A.1").add("17", 3);
  judgements.topic("A.2").add("18", 1);
  evaluation::Run run;
  run.tag = "ranked";
  const auto result = [](const std::string& id) {
    return RankedResult{.id = id, .rank = 0, .score = 0, .line = 0};
  };
  run.topics.push_back({"A.1", {result("17"), result("99")}});
  run.topics.push_back({"A.2", {result("99"), result("18")}});
  const AnswerScores scores = score_first_results(run, {.judgements = &judgements});
  EXPECT_EQ(find(scores, "ar")->mean(), 1.5);
  EXPECT_EQ(find(scores, "p@1")->mean(), 0.5);
}

}  // namespace
}  // namespace noether::evaluation
