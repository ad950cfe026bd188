#include "noether/evaluation/pooling/merge_judgements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <utility>
#include <vector>

namespace noether::evaluation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

AssessedFile file_of(const std::string& name,
                     const std::vector<std::tuple<std::string, std::string, int>>& lines) {
  AssessedFile file{name, {}};
  for (const auto& [topic, id, grade] : lines) file.judgements.topic(topic).add(id, grade);
  return file;
}

TEST(MergeJudgements, JoinsTheTopicsOfAllAssessorsInNaturalOrder) {
  const std::vector<AssessedFile> files = {file_of("ann", {{"A.10", "7", 1}, {"A.10", "12", 0}}),
                                           file_of("bob", {{"A.9", "3", 3}})};
  const auto merged = merge_judgements(files);
  ASSERT_TRUE(merged);
  EXPECT_EQ(judgement_lines(merged->judgements), "A.9\t0\t3\t3\nA.10\t0\t7\t1\nA.10\t0\t12\t0\n");
}

TEST(MergeJudgements, LeavesOutWhatNobodyDecidedOrCountsItAsZero) {
  const std::vector<AssessedFile> files = {
      file_of("ann", {{"A.1", "1", -1}, {"A.1", "2", -2}, {"A.1", "3", 2}}),
      file_of("bob", {{"A.1", "1", 3}})};
  const auto merged = merge_judgements(files);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->undecided, 1U);
  EXPECT_EQ(judgement_lines(merged->judgements), "A.1\t0\t1\t3\nA.1\t0\t3\t2\n");
  const auto with_zero = merge_judgements(files, {.undecided_as_zero = true});
  EXPECT_EQ(judgement_lines(with_zero->judgements), "A.1\t0\t1\t3\nA.1\t0\t2\t0\nA.1\t0\t3\t2\n");
}

TEST(MergeJudgements, RefusesDifferentGradesUnlessToldWhichCounts) {
  const std::vector<AssessedFile> files = {file_of("ann", {{"A.1", "1", 1}}),
                                           file_of("bob", {{"A.1", "1", 3}}),
                                           file_of("cid", {{"A.1", "1", 0}})};
  const auto refused = merge_judgements(files);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "topic A.1: 1 has grade 1 in ann and grade 3 in bob");
  EXPECT_THAT(refused.error().hint, HasSubstr("--conflicts"));
  const auto grade_by = [&](ConflictRule rule) {
    const auto merged = merge_judgements(files, {.conflicts = rule});
    EXPECT_EQ(merged->conflicts, 1U);
    return merged->judgements.topics()[0].all()[0].grade;
  };
  EXPECT_EQ(grade_by(ConflictRule::First), 1);
  EXPECT_EQ(grade_by(ConflictRule::Highest), 3);
  EXPECT_EQ(grade_by(ConflictRule::Lowest), 0);
}

TEST(MergeJudgements, GivesAVisualIdTheHighestGradeOfItsInstances) {
  collection::VisualIds ids;
  ids.add(1, 10);
  ids.add(2, 10);
  ids.add(3, 20);
  ids.freeze();
  const VisualMap map(std::move(ids));
  const std::vector<AssessedFile> files = {
      file_of("ann", {{"B.1", "1", 1}, {"B.1", "2", 2}, {"B.1", "3", -1}})};
  const auto merged = merge_judgements(files, {.visual_ids = &map});
  ASSERT_TRUE(merged);
  EXPECT_EQ(judgement_lines(merged->judgements), "B.1\t0\t10\t2\n");
}

TEST(MergeJudgements, LeavesOutTopicsWithTooFewRelevantItems) {
  const std::vector<AssessedFile> files = {
      file_of("ann", {{"A.1", "1", 2}, {"A.1", "2", 1}, {"A.2", "1", 2}, {"A.2", "2", 3}})};
  const auto merged = merge_judgements(files, {.least_relevant = 2});
  ASSERT_TRUE(merged);
  EXPECT_THAT(merged->topics_left_out, ElementsAre("A.1"));
  EXPECT_EQ(merged->judgements.topics().size(), 1U);
}

TEST(MergeJudgements, KnowsWhatOfThePoolIsMissing) {
  const AssessedFile pool = file_of("pool", {{"A.1", "1", -1}, {"A.1", "2", -1}, {"A.2", "1", -1}});
  const std::vector<AssessedFile> files = {file_of("ann", {{"A.1", "2", 0}}),
                                           file_of("bob", {{"A.2", "1", -2}})};
  EXPECT_THAT(missing_items(pool.judgements, files), ElementsAre("A.1 1"));
}

}  // namespace
}  // namespace noether::evaluation
