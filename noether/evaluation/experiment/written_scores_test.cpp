#include "noether/evaluation/experiment/written_scores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/neural/generate/tiny_generator.h"

namespace noether::evaluation {
namespace {

constexpr std::size_t kBitsColumn = 4;
constexpr std::size_t kRepeatsColumn = 5;

TEST(WrittenScores, HaveBitsOfACharacterWhereThereIsADecoder) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "judgements.tsv") << "A.1\t0\tp\t3\nA.2\t0\tp\t3\n";
  const auto judgements = read_judgements(folder / "judgements.tsv", {});
  ASSERT_TRUE(judgements);
  KnownAnswers posts;
  posts.add("A.1", {.id = "p", .grade = 3, .tokens = {"a", "sum"}, .text = "a sum"});
  posts.add("A.2", {.id = "p", .grade = 3, .tokens = {"a", "sum"}, .text = "a sum"});
  AnswerRun run;
  run.tag = "run";
  run.answers = {
      {.topic = "A.1", .score = 1, .sources = {}, .answer = "what is a sum of two sums?"},
      {.topic = "A.2", .score = 1, .sources = {}, .answer = ""}};
  const neural::Generator decoder = neural::tiny_generator();
  WrittenScoring scoring{.judgements = &*judgements, .posts = &posts, .decoder = &decoder};
  const auto table = score_written(run, scoring);
  ASSERT_TRUE(table) << table.error().message;
  // The decoder reads the answer in the form in which it would write it, and nothing precedes the
  // first token.
  const auto read = decoder.likelihood("", " " + run.answers[0].answer);
  EXPECT_LT(read.characters, run.answers[0].answer.size() + 1);
  EXPECT_NEAR(table->values[0][kBitsColumn],
              -read.log_probability / std::log(2.0) / static_cast<double>(read.characters), 1e-9);
  EXPECT_GT(table->values[0][kBitsColumn], 0);
  // An answer without a text is left out of the mean.
  EXPECT_TRUE(std::isnan(table->values[1][kBitsColumn]));
  EXPECT_EQ(table->means[kBitsColumn], table->values[0][kBitsColumn]);

  scoring.decoder = nullptr;
  EXPECT_TRUE(std::isnan(score_written(run, scoring).value().means[kBitsColumn]));
}

TEST(WrittenScores, CountSequencesThatOccurAgain) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "judgements.tsv") << "A.1\t0\tp\t3\nA.2\t0\tp\t3\nA.3\t0\tp\t3\n";
  const auto judgements = read_judgements(folder / "judgements.tsv", {});
  ASSERT_TRUE(judgements);
  const KnownAnswers posts;
  AnswerRun run;
  run.tag = "run";
  // There are six sequences, three of which occur twice.
  run.answers = {
      {.topic = "A.1", .score = 1, .sources = {}, .answer = "so it is so it is so it is"},
      {.topic = "A.2", .score = 1, .sources = {}, .answer = "it is a sum"},
      {.topic = "A.3", .score = 1, .sources = {}, .answer = "a sum"}};
  const auto table = score_written(run, {.judgements = &*judgements, .posts = &posts});
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_DOUBLE_EQ(table->values[0][kRepeatsColumn], 0.5);
  EXPECT_EQ(table->values[1][kRepeatsColumn], 0);
  EXPECT_TRUE(std::isnan(table->values[2][kRepeatsColumn])) << "it has no sequence of four";
  EXPECT_DOUBLE_EQ(table->means[kRepeatsColumn], 0.25);
}

}  // namespace
}  // namespace noether::evaluation
