#include "noether/evaluation/statistics/topic_categories.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "noether/evaluation/statistics/correlation.h"

namespace noether::evaluation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

base::Result<TopicCategories> parsed_categories(std::string text, const ReadOptions& options = {}) {
  const auto rest = std::make_shared<std::string>(std::move(text));
  LineSource lines(base::LineReader(
                       [rest](std::span<char> into) -> base::Result<std::size_t> {
                         const std::size_t count = rest->copy(into.data(), into.size());
                         rest->erase(0, count);
                         return count;
                       },
                       "file", 1 << 16),
                   options);
  return read_topic_categories(lines);
}

TEST(TopicCategories, GiveTheMeansOfEachKindOfTopic) {
  const auto categories = parsed_categories(
      "topic type  difficulty\nA.1 proof hard\nA.2 concept easy\nA.3 proof -\nA.4 concept hard\n");
  ASSERT_TRUE(categories) << categories.error().message;
  ScoreTable table;
  table.measures = {"ndcg", "map"};
  table.topics = {"A.1", "A.2", "A.3", "A.9"};
  table.values = {{0.5, 0.1}, {0.25, 0.2}, {1, 0.3}, {0, 0}};
  const auto scores = category_scores(table, *categories);
  ASSERT_EQ(scores.size(), 4U);
  EXPECT_EQ(scores[0].dimension, "type");
  EXPECT_EQ(scores[0].category, "proof");
  EXPECT_EQ(scores[0].topics, 2U);
  EXPECT_THAT(scores[0].means, ElementsAre(0.75, testing::DoubleEq(0.2)));
  EXPECT_EQ(scores[1].category, "concept");
  EXPECT_EQ(scores[1].topics, 1U);
  EXPECT_EQ(scores[2].category, "hard");
  EXPECT_THAT(scores[2].means, ElementsAre(0.5, 0.1));
  EXPECT_EQ(scores[3].category, "easy");
}

TEST(TopicCategories, NamePlaceAndMistake) {
  EXPECT_THAT(parsed_categories("A.1 proof\n").error().message,
              HasSubstr("file:1:1: expected the column topic, not 'A.1'"));
  EXPECT_THAT(parsed_categories("topic type type\n").error().message,
              HasSubstr("file:1:12: the column type"));
  EXPECT_THAT(parsed_categories("topic type\nA.1 proof hard\n").error().message,
              HasSubstr("file:2:5: expected 2 columns"));
  EXPECT_THAT(parsed_categories("topic type\nA.1 proof\nA.1 proof\n").error().message,
              HasSubstr("file:3:1: topic A.1 occurs twice"));
  collection::ProblemList problems;
  const auto lenient = parsed_categories("topic type\nA.1\nA.2 proof\n", {true, &problems});
  ASSERT_TRUE(lenient);
  EXPECT_EQ(lenient->topics.size(), 1U);
  EXPECT_EQ(problems.count(collection::Problem::Severity::Skipped), 1U);
}

TEST(CorrelateMeasures, ComparesEveryTwoOverTheMeansOfSystems) {
  std::vector<ScoreTable> systems(3);
  for (std::size_t i = 0; i < 3; ++i) systems[i].measures = {"a", "b", "c"};
  systems[0].means = {1, 10, 5};
  systems[1].means = {2, 30, 5};
  systems[2].means = {3, 20, 5};
  const auto correlations = correlate_measures(systems);
  ASSERT_EQ(correlations.size(), 3U);
  EXPECT_DOUBLE_EQ(*correlations[0].pearson, 0.5);
  EXPECT_DOUBLE_EQ(*correlations[0].kendall, 1.0 / 3);
  EXPECT_EQ(correlations[2].first, "b");
  EXPECT_FALSE(correlations[2].pearson);
}

}  // namespace
}  // namespace noether::evaluation
