// Tests the files with which answers are measured: known answers, teams, annotations and
// embeddings.

#include "noether/evaluation/answers/answer_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "noether/evaluation/answers/answer_embeddings.h"
#include "noether/evaluation/lines_of_text.h"

namespace noether::evaluation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LineSource lines_of(std::string text, const ReadOptions& options = {}) {
  const auto rest = std::make_shared<std::string>(std::move(text));
  return LineSource(base::LineReader(
                        [rest](std::span<char> into) -> base::Result<std::size_t> {
                          const std::size_t count = rest->copy(into.data(), into.size());
                          rest->erase(0, count);
                          return count;
                        },
                        "file", 1 << 20),
                    options);
}

std::string known_error(const std::string& text) {
  LineSource lines = lines_of(text);
  const auto known = read_known_answers(lines);
  return known ? "" : known.error().message;
}

TEST(KnownAnswers, AreReadWithTheirTokensOrText) {
  LineSource lines =
      lines_of(R"({"topic": "A.1", "id": "7", "text": "By $x^2$", "grade": 3, "runs": ["r", "s"]})"
               "\n"
               R"({"topic": "A.1", "id": "8", "tokens": ["By", "Ġx"]})");
  const auto known = read_known_answers(lines);
  ASSERT_TRUE(known) << known.error().message;
  ASSERT_EQ(known->of_topic("A.1").size(), 2U);
  EXPECT_THAT(known->find("A.1", "7")->tokens, ElementsAre("By", "$", "x", "^", "2", "$"));
  EXPECT_THAT(known->find("A.1", "7")->runs, ElementsAre("r", "s"));
  EXPECT_EQ(known->find("A.1", "7")->grade, 3);
  EXPECT_THAT(known->find("A.1", "8")->tokens, ElementsAre("By", "Ġx"));
  EXPECT_FALSE(known->find("A.1", "8")->grade);
  EXPECT_TRUE(known->of_topic("A.2").empty());
}

TEST(KnownAnswers, NamePlaceAndMistake) {
  EXPECT_THAT(known_error("{\"topic\": \"A.1\"}"), HasSubstr("file:1:1: expected strings"));
  EXPECT_THAT(known_error("\n[1]"), HasSubstr("file:2:1: expected a JSON object"));
  EXPECT_THAT(known_error(R"({"topic": "A", "id": "1"})"), HasSubstr("\"text\""));
  EXPECT_THAT(known_error(R"({"topic": "A", "id": "1", "text": "", "grade": 1e99})"),
              HasSubstr("\"grade\""));
  EXPECT_THAT(known_error(R"({"topic": "A", "id": "1", "text": "", "grade": 9999999})"),
              HasSubstr("out of range"));
  EXPECT_THAT(known_error(R"({"topic": "A", "id": "1", "text": "", "runs": [1]})"),
              HasSubstr("\"runs\""));
  const std::string line = R"({"topic": "A", "id": "1", "text": ""})";
  EXPECT_THAT(known_error(line + "\n" + line), HasSubstr("file:2:1: topic A has an answer 1"));
}

TEST(KnownAnswers, OfTheSameTeamAloneAreNoReferences) {
  KnownAnswers known;
  known.add("A.1", {.id = "own", .grade = 3, .runs = {"r1", "r2"}, .tokens = {}});
  known.add("A.1", {.id = "shared", .grade = 2, .runs = {"r1", "s"}, .tokens = {}});
  known.add("A.1", {.id = "bad", .grade = 1, .runs = {"s"}, .tokens = {}});
  known.add("A.1", {.id = "free", .grade = {}, .runs = {}, .tokens = {}});
  Teams teams;
  teams.add("r1", "R");
  teams.add("r2", "R");
  const auto ids = [&](const std::string& run) {
    std::vector<std::string> found;
    for (const KnownAnswer* answer : references_for(known, "A.1", run, teams, 2)) {
      found.push_back(answer->id);
    }
    return found;
  };
  EXPECT_THAT(ids("r1"), ElementsAre("shared", "free"));
  EXPECT_THAT(ids("s"), ElementsAre("own", "shared", "free"));
}

TEST(KnownAnswers, AreNoReferencesForThemselves) {
  KnownAnswers known;
  known.add("A.1", {.id = "r1", .grade = 3, .runs = {}, .tokens = {}});
  known.add("A.1", {.id = "r2", .grade = 3, .runs = {}, .tokens = {}});
  const auto references = references_for(known, "A.1", "r1", Teams(), 2);
  ASSERT_EQ(references.size(), 1U);
  EXPECT_EQ(references[0]->id, "r2");
}

TEST(Teams, AreReadFromPairsOfWords) {
  LineSource lines = lines_of("r1 R\nr2\tR\n");
  const auto teams = read_teams(lines);
  ASSERT_TRUE(teams);
  EXPECT_EQ(teams->of("r2"), "R");
  EXPECT_EQ(teams->of("other"), "other");
  LineSource twice = lines_of("r1 R\nr1 S\n");
  EXPECT_THAT(read_teams(twice).error().message, HasSubstr("file:2:1: run r1 has a team already"));
}

TEST(Annotations, AreYesNoOrUnknown) {
  LineSource lines = lines_of("A.1 r 1 0\nA.2 r - 1\n");
  const auto annotations = read_annotations(lines);
  ASSERT_TRUE(annotations);
  EXPECT_EQ(annotations->find("A.1", "r")->machine_generated, true);
  EXPECT_EQ(annotations->find("A.1", "r")->unrelated, false);
  EXPECT_FALSE(annotations->find("A.2", "r")->machine_generated);
  EXPECT_EQ(annotations->find("A.3", "r"), nullptr);
  LineSource bad = lines_of("A.1 r 1 yes\n");
  EXPECT_THAT(read_annotations(bad).error().message,
              HasSubstr("file:1:9: expected 0, 1 or -, not 'yes'"));
}

TEST(Annotations, AreSkippedWhenMalformedAndReadLeniently) {
  collection::ProblemList problems;
  LineSource lines = lines_of("A.1 r 1\nA.1 r 1 1\nA.1 r 0 0\n", {true, &problems});
  const auto annotations = read_annotations(lines);
  ASSERT_TRUE(annotations);
  EXPECT_EQ(annotations->size(), 1U);
  EXPECT_EQ(problems.count(collection::Problem::Severity::Skipped), 2U);
}

std::string bytes_of(const std::vector<float>& values) {
  std::string bytes;
  for (const float value : values) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    for (int k = 0; k < 4; ++k) bytes += static_cast<char>(word >> (8 * k) & 0xFF);
  }
  return bytes;
}

base::Result<EmbeddingFile> file_of(std::string bytes) {
  return EmbeddingFile::read(std::make_unique<MemoryFile>(std::move(bytes)), "file");
}

TEST(EmbeddingFile, GivesVectorsOfLengthOneAndWeights) {
  const auto file = file_of("A.1 r 2 2\n" + bytes_of({3, 4, 0, 2}) + "A.1 s 1 2 weighted\n" +
                            bytes_of({0.5F, 0, 10}));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->size(), 2U);
  const auto first = file->find("A.1", "r");
  ASSERT_TRUE(first && *first);
  EXPECT_EQ((*first)->values, (std::vector<float>{0.6F, 0.8F, 0, 1}));
  EXPECT_TRUE((*first)->weights.empty());
  const auto second = file->find("A.1", "s");
  ASSERT_TRUE(second && *second);
  EXPECT_EQ((*second)->weights, (std::vector<float>{0.5F}));
  EXPECT_EQ((*second)->values, (std::vector<float>{0, 1}));
  const auto none = file->find("A.2", "r");
  EXPECT_TRUE(none && !*none);
}

TEST(EmbeddingFile, RefusesWhatIsNotAsItSays) {
  const std::string vector = bytes_of({1, 2});
  EXPECT_THAT(file_of("A.1 r 1 2\n" + vector.substr(1)).error().message,
              HasSubstr("file: byte 0: the file ends before the 8 bytes"));
  EXPECT_THAT(file_of("A.1 r 1 2\n" + vector + "A.1 q 1 1\n" + vector).error().message,
              HasSubstr("file: byte 18: 1 dimensions, where others have 2"));
  EXPECT_THAT(file_of("A.1 r 1 2\n" + vector + "A.1 r 1 2\n" + vector).error().message,
              HasSubstr("occurs twice"));
  EXPECT_THAT(file_of("A.1 r 0 2\n").error().message, HasSubstr("tokens are 1 to"));
  EXPECT_THAT(file_of("A.1 r 99999 65536\n").error().message, HasSubstr("too many"));
  EXPECT_THAT(file_of("no line end").error().message, HasSubstr("expected a line"));
  const auto infinite = file_of("A.1 r 1 1\n" + bytes_of({std::numeric_limits<float>::infinity()}));
  ASSERT_TRUE(infinite);
  EXPECT_THAT(infinite->find("A.1", "r").error().message, HasSubstr("not finite"));
  const auto negative = file_of("A.1 r 1 1 weighted\n" + bytes_of({-1, 1}));
  EXPECT_THAT(negative->find("A.1", "r").error().message, HasSubstr("below 0"));
}

}  // namespace
}  // namespace noether::evaluation
