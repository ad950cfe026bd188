#include "noether/evaluation/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/evaluation/lines_of_text.h"

namespace noether::evaluation {
namespace {

using collection::Problem;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> ids(const TopicResults& topic) {
  std::vector<std::string> ids;
  for (const RankedResult& result : topic.results) ids.push_back(result.id);
  return ids;
}

// The mistake in the only wrong line.
std::string mistake(std::string text, std::optional<RunFormat> format = std::nullopt) {
  RunReader reader(lines_of_text(std::move(text)), format);
  TopicResults stretch;
  while (true) {
    const auto more = reader.next(stretch);
    if (!more) return more.error().message;
    if (!*more) return "none";
  }
}

base::Result<Run> parsed_run(const std::string& text, const ReadOptions& options = {}) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "run") << text;
  return read_run(folder / "run", options);
}

TEST(RunReader, GivesOneStretchOfATopicAfterAnother) {
  RunReader reader(
      lines_of_text("A Q0 x 1 0.5 tag\nA Q0 y 2 .25 tag\nB Q0 x 1 1e1 other\n"
                    "A Q0 z 3 -1 last and more\n"));
  TopicResults stretch;
  ASSERT_TRUE(*reader.next(stretch));
  EXPECT_EQ(stretch.topic, "A");
  EXPECT_THAT(ids(stretch), ElementsAre("x", "y"));
  EXPECT_EQ(stretch.results[1].score, 0.25);
  EXPECT_EQ(stretch.results[1].line, 2U);
  EXPECT_EQ(reader.tag(), "tag");
  ASSERT_TRUE(*reader.next(stretch));
  EXPECT_EQ(stretch.results[0].score, 10);
  ASSERT_TRUE(*reader.next(stretch));
  EXPECT_EQ(stretch.topic, "A");
  EXPECT_EQ(stretch.results[0].score, -1);
  EXPECT_EQ(reader.tag(), "last");
  EXPECT_FALSE(*reader.next(stretch));
  EXPECT_FALSE(*reader.next(stretch));
}

TEST(RunReader, TellsTheFormatsOfArqmathByTheirColumns) {
  TopicResults stretch;
  RunReader task1(lines_of_text("A.1\t964684\t1\t27.5\tours\r\n"));
  ASSERT_TRUE(*task1.next(stretch));
  EXPECT_EQ(task1.format(), RunFormat::Task1);
  EXPECT_EQ(stretch.results[0].id, "964684");
  RunReader task2(lines_of_text("B.1\t17396272\t2190525\t1\t27.5\tours\n"));
  ASSERT_TRUE(*task2.next(stretch));
  EXPECT_EQ(task2.format(), RunFormat::Task2);
  EXPECT_EQ(stretch.results[0].id, "17396272");
  RunReader trec(lines_of_text("B.1\t0\t2190525\t1\t27.5\tours\n"));
  ASSERT_TRUE(*trec.next(stretch));
  EXPECT_EQ(trec.format(), RunFormat::Trec);
  EXPECT_EQ(stretch.results[0].id, "2190525");
}

TEST(RunReader, SaysWhereALineIsMalformedAndWhatWasExpected) {
  EXPECT_EQ(mistake("A Q0 x 1 0.5 t\nA Q0 y 2 high t\n"),
            "text:2:10: expected a score, a number, not 'high'");
  EXPECT_EQ(mistake("A Q0 x first 0.5 t\n"),
            "text:1:8: expected a rank, a whole number, not 'first'");
  EXPECT_EQ(mistake("A Q0 x 1 0.5 t\nA Q0 x\n"),
            "text:2:7: expected 6 columns (topic, Q0, id, rank, score, tag), not the end of the "
            "line");
  EXPECT_EQ(mistake("301 Q0 x 1 5\n"),
            "text:1:13: expected 6 columns (topic, Q0, id, rank, score, tag), not the end of the "
            "line");
  EXPECT_EQ(mistake("A Q0 x 1 nan t\n"), "text:1:10: expected a score, a number, not 'nan'");
  EXPECT_EQ(mistake("A Q0 x 1 1e999 t\n"), "text:1:10: expected a score, a number, not '1e999'");
  EXPECT_EQ(mistake("A Q0 x 1 1e-999 t\n"), "none");
  EXPECT_EQ(mistake("A Q0 x 1 +3 t\n"), "none");
}

TEST(RunReader, SaysWhichIdsAreWrongInATask) {
  EXPECT_EQ(mistake("A.1\tpost7\t1\t2\tt\n"),
            "text:1:5: expected the number of a post, not 'post7'");
  EXPECT_EQ(mistake("A.1 7 1 2 t\nB.1 8 2 1 t\n"),
            "text:2:1: expected a topic such as A.301, not 'B.1'");
  EXPECT_EQ(mistake("B.1 7 x 1 2 t\n", RunFormat::Task2),
            "text:1:7: expected the number of a post, not 'x'");
  EXPECT_EQ(mistake("B.1 q_7 8 1 2 t\n", RunFormat::Task2),
            "text:1:5: expected the number of a formula, not 'q_7'");
  EXPECT_EQ(mistake("A.1 7 1 2 t u\n", RunFormat::Task1),
            "text:1:13: expected the end of the line after five columns, not 'u'");
}

TEST(RunReader, ReportsALineThatIsTooLong) {
  EXPECT_THAT(mistake("A Q0 " + std::string(1 << 17, 'x') + " 1 2 t\n"),
              HasSubstr("text:1:1: the line is longer than 65536 bytes"));
}

TEST(Run, IsOrderedAsTrecEvalOrders) {
  const auto run =
      parsed_run("A Q0 b 1 1 t\nA Q0 a 2 2 t\nA Q0 c 3 1 t\nA Q0 B 4 1 t\nA Q0 a1 5 2 t\n");
  ASSERT_TRUE(run);
  EXPECT_THAT(ids(run->topics[0]), ElementsAre("a1", "a", "c", "b", "B"));
}

TEST(Run, JoinsTopicsThatComeBack) {
  const auto run = parsed_run("A Q0 x 1 3 t\nB Q0 x 1 3 t\nA Q0 y 2 4 t\nB Q0 z 2 2 t\n");
  ASSERT_TRUE(run);
  ASSERT_EQ(run->topics.size(), 2U);
  EXPECT_THAT(ids(run->topics[0]), ElementsAre("y", "x"));
  EXPECT_THAT(ids(run->topics[1]), ElementsAre("x", "z"));
}

TEST(Run, RefusesAnIdTwiceInATopic) {
  const std::string text = "A Q0 x 1 3 t\nB Q0 x 1 3 t\nA Q0 y 2 2 t\nA Q0 x 3 1 t\n";
  const auto run = parsed_run(text);
  ASSERT_FALSE(run);
  EXPECT_THAT(run.error().message, HasSubstr(":4:1: topic A has x twice, first in line 1"));
  collection::ProblemList problems;
  const auto lenient = parsed_run(text, {.lenient = true, .problems = &problems});
  ASSERT_TRUE(lenient);
  EXPECT_THAT(ids(lenient->topics[0]), ElementsAre("x", "y"));
  EXPECT_EQ(problems.count(Problem::Severity::Skipped), 1U);
}

TEST(Run, OfATaskRefusesARankTwice) {
  const std::string text = "A.1 7 1 3 t\nA.1 8 2 2 t\nA.1 9 2 1 t\n";
  EXPECT_THAT(parsed_run(text).error().message, HasSubstr(":3:1: topic A.1 has rank 2 twice"));
  collection::ProblemList problems;
  EXPECT_THAT(ids(parsed_run(text, {.lenient = true, .problems = &problems})->topics[0]),
              ElementsAre("7", "8"));
  EXPECT_TRUE(parsed_run("A.1 Q0 8 2 2 t\nA.1 Q0 9 2 1 t\n"));  // trec_eval ignores ranks
}

TEST(Run, OfATaskHasAtMostAThousandResults) {
  std::string text;
  for (int i = 0; i < 1001; ++i) {
    text += "A.1\t" + std::to_string(1000 + i) + "\t" + std::to_string(i) + "\t" +
            std::to_string(2000 - i) + "\tt\n";
  }
  EXPECT_THAT(parsed_run(text).error().message,
              HasSubstr(":1001:1: topic A.1 has more than 1,000"));
  EXPECT_EQ(parsed_run(text, {.lenient = true})->topics[0].results.size(), 1000U);
}

TEST(Run, MayBeCompressed) {
  const base::TemporaryFolder folder;
  const std::string text = "A Q0 x 1 3 t\n";
  gzFile file = gzopen((folder / "run.gz").c_str(), "wb");
  ASSERT_EQ(gzwrite(file, text.data(), static_cast<unsigned>(text.size())),
            static_cast<int>(text.size()));
  gzclose(file);
  const auto run = read_run(folder / "run.gz");
  ASSERT_TRUE(run);
  EXPECT_THAT(ids(run->topics[0]), ElementsAre("x"));
}

TEST(Run, SaysWhenScoresAreNotInTheOrderOfRanks) {
  const auto disorder_of = [](std::string text) {
    RunReader reader(lines_of_text(std::move(text)));
    TopicResults stretch;
    EXPECT_TRUE(*reader.next(stretch));
    return has_disorder(stretch.results);
  };
  EXPECT_TRUE(disorder_of("A Q0 x 1 1 t\nA Q0 y 2 3 t\n"));
  EXPECT_TRUE(disorder_of("A Q0 x 2 3 t\nA Q0 y 1 1 t\n"));
  EXPECT_TRUE(disorder_of("A Q0 x 1 2 t\nA Q0 y 10 1 t\nA Q0 z 5 10 t\n"));
  EXPECT_TRUE(disorder_of("A Q0 x 1 1 t\nA Q0 y 1 3 t\nA Q0 z 2 2 t\n"));
  EXPECT_FALSE(disorder_of("A Q0 x 1 1 t\nA Q0 y 1 3 t\nA Q0 z 1 2 t\n"));
  EXPECT_FALSE(disorder_of("A Q0 x 1 3 t\nA Q0 y 2 3 t\nA Q0 z 3 1 t\n"));
  EXPECT_FALSE(disorder_of("A Q0 z 3 1 t\nA Q0 x 1 3 t\nA Q0 y 2 2 t\n"));
}

}  // namespace
}  // namespace noether::evaluation
