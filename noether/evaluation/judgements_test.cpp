#include "noether/evaluation/judgements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/evaluation/lines_of_text.h"

namespace noether::evaluation {
namespace {

using collection::Problem;
using testing::HasSubstr;

base::Result<Judgements> parsed_judgements(std::string text, const ReadOptions& options = {}) {
  LineSource lines = lines_of_text(std::move(text), options);
  return read_judgements(lines);
}

TEST(Judgements, KeepTheOrderOfTheFile) {
  const auto judgements = parsed_judgements("B 0 x 1\nA 0 y 2\r\nB\t0\tz\t0\n\n# a remark\n");
  ASSERT_TRUE(judgements);
  ASSERT_EQ(judgements->topics().size(), 2U);
  EXPECT_EQ(judgements->topics()[0].topic(), "B");
  EXPECT_EQ(judgements->topics()[0].all()[1].id, "z");
  EXPECT_EQ(judgements->find("A")->find("y")->grade, 2);
  EXPECT_EQ(judgements->find("A")->find("x"), nullptr);
  EXPECT_EQ(judgements->find("C"), nullptr);
  EXPECT_EQ(judgement_lines(*judgements), "B\t0\tx\t1\nB\t0\tz\t0\nA\t0\ty\t2\n");
}

TEST(Judgements, AreFoundAmongThousands) {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += "A 0 d" + std::to_string(i) + " " + std::to_string(i % 4) + "\n";
  const auto judgements = parsed_judgements(text);
  ASSERT_TRUE(judgements);
  for (int i = 0; i < 5000; ++i) {
    const Judgement* judgement = judgements->find("A")->find("d" + std::to_string(i));
    ASSERT_NE(judgement, nullptr);
    EXPECT_EQ(judgement->grade, i % 4);
  }
  EXPECT_EQ(judgements->find("A")->find("d5000"), nullptr);
}

TEST(Judgements, PointAtTheGradeThatIsNone) {
  const auto judgements = parsed_judgements("A 0 x 1\nA 0 y high\n");
  ASSERT_FALSE(judgements);
  EXPECT_EQ(judgements.error().message, "text:2:7: expected a grade, a whole number, not 'high'");
}

TEST(Judgements, SayWhichColumnsAreMissing) {
  EXPECT_EQ(parsed_judgements("A 0 x\n").error().message,
            "text:1:6: expected four columns (topic, iteration, id, grade), not 3");
  EXPECT_EQ(parsed_judgements("A 0 x 1 2\n").error().message,
            "text:1:8: expected four columns (topic, iteration, id, grade), not more");
}

TEST(Judgements, RefuseASecondJudgementOfTheSame) {
  EXPECT_EQ(parsed_judgements("A 0 x 1\nA 0 x 3\n").error().message,
            "text:2:5: x is judged twice for topic A (first: 1)");
}

TEST(Judgements, ReadLenientlySkipAndCount) {
  collection::ProblemList problems;
  const auto judgements = parsed_judgements("A 0 x 1\nA 0 y\nA 0 x 3\nA 0 z 2\n",
                                            {.lenient = true, .problems = &problems});
  ASSERT_TRUE(judgements);
  EXPECT_EQ(judgements->size(), 2U);
  EXPECT_EQ(judgements->find("A")->find("x")->grade, 1);
  EXPECT_EQ(problems.count(Problem::Severity::Skipped), 2U);
  EXPECT_EQ(
      collection::problem_text(problems.kept()[0]),
      "text:2: skipped: column 6: expected four columns (topic, iteration, id, grade), not 3");
}

TEST(Judgements, NegativeOnesAreReported) {
  collection::ProblemList problems;
  const auto judgements =
      parsed_judgements("A 0 x 1\nA 0 y -1\nA 0 z -2\n", {.problems = &problems});
  ASSERT_TRUE(judgements);
  ASSERT_EQ(problems.kept().size(), 1U);
  EXPECT_EQ(problems.kept()[0].line, 2U);
  EXPECT_THAT(problems.kept()[0].message, HasSubstr("2 negative judgements"));
}

}  // namespace
}  // namespace noether::evaluation
