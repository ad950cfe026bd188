#include "noether/evaluation/answer_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/evaluation/lines_of_text.h"

namespace noether::evaluation {
namespace {

using testing::HasSubstr;

base::Result<AnswerRun> parsed_answers(std::string text, const ReadOptions& options = {}) {
  return read_answer_run(reader_of_text(std::move(text)), options);
}

TEST(AnswerRun, ReadsAnswersWithTabsAndLineEnds) {
  const auto run = parsed_answers(
      "A.301\t1\t0.5\tours\tpost 12\tIt is $x^2$.\r\n"
      "A.302\t1\t2\tours\t\t\"First\tsecond\nthird \"\"quoted\"\"\"\n");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->tag, "ours");
  ASSERT_EQ(run->answers.size(), 2U);
  EXPECT_EQ(run->answers[0].topic, "A.301");
  EXPECT_EQ(run->answers[0].sources, "post 12");
  EXPECT_EQ(run->answers[0].answer, "It is $x^2$.");
  EXPECT_EQ(run->answers[1].score, 2);
  EXPECT_EQ(run->answers[1].answer, "First\tsecond\nthird \"quoted\"");
}

TEST(AnswerRun, ReadsBackWhatIsWritten) {
  const WrittenAnswer answer{.topic = "A.301",
                             .rank = 1,
                             .score = 0.25,
                             .sources = "12,13",
                             .answer = "Let \"$x$\"\tbe 1.\nThen"};
  const auto run = parsed_answers(answer_run_line(answer, "ours"));
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->tag, "ours");
  ASSERT_EQ(run->answers.size(), 1U);
  EXPECT_EQ(run->answers[0].score, 0.25);
  EXPECT_EQ(run->answers[0].sources, answer.sources);
  EXPECT_EQ(run->answers[0].answer, answer.answer);
}

TEST(AnswerRun, CountsCharactersNotBytes) {
  std::string answer;
  for (int i = 0; i < 1200; ++i) answer += "∀";
  EXPECT_TRUE(parsed_answers("A.1\t1\t1\tt\t\t" + answer + "\n"));
  EXPECT_EQ(parsed_answers("A.1\t1\t1\tt\t\t" + answer + ".\n").error().message,
            "text:1: column 6: the answer has 1201 Unicode characters, not at most 1200");
}

TEST(AnswerRun, SaysWhatIsWrongWhere) {
  EXPECT_THAT(parsed_answers("A.1\t1\t1\tt\tx\n").error().message,
              HasSubstr("text:1: expected 6 columns (topic, rank, score, tag, sources, answer), "
                        "not 5"));
  EXPECT_THAT(parsed_answers("B.1\t1\t1\tt\tx\ty\n").error().message,
              HasSubstr("column 1: expected a topic such as A.301, not 'B.1'"));
  EXPECT_THAT(parsed_answers("A.1\t1\t1\tt\tx\ty\nA.1\t1\t1\tt\tx\tz\n").error().message,
              HasSubstr("text:2: column 1: topic A.1 occurs twice"));
  EXPECT_THAT(parsed_answers("A.1\tx\t1\tt\tx\ty\n").error().message,
              HasSubstr("column 2: expected a rank"));
  EXPECT_THAT(parsed_answers("A.1\t1\t?\tt\tx\ty\n").error().message,
              HasSubstr("column 3: expected a score"));
  EXPECT_THAT(parsed_answers("A.1\t1\t1\tt\tx\t\xff\n").error().message, HasSubstr("not UTF-8"));
  EXPECT_THAT(parsed_answers("A.1\t1\t1\tt\tx\t\n").error().message,
              HasSubstr("expected an answer"));
}

TEST(AnswerRun, HasOneTag) {
  EXPECT_EQ(parsed_answers("A.1\t1\t1\tours\tx\ty\nA.2\t1\t1\ttheirs\tx\ty\n").error().message,
            "text:2: column 4: expected the tag 'ours', as in the answers before, not 'theirs'");
}

TEST(AnswerRun, ReadLenientlySkipsAndCounts) {
  collection::ProblemList problems;
  const auto run = parsed_answers("A.1\t1\n\"open\nA.2\t1\t1\tt\tx\ty\n",
                                  {.lenient = true, .problems = &problems});
  ASSERT_TRUE(run);
  ASSERT_EQ(run->answers.size(), 1U);
  EXPECT_EQ(run->answers[0].topic, "A.2");
  EXPECT_EQ(problems.count(collection::Problem::Severity::Skipped), 2U);
}

}  // namespace
}  // namespace noether::evaluation
