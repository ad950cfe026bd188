// Tests each task on items small enough to be scored by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "noether/evaluation/embedding/clustering_task.h"
#include "noether/evaluation/embedding/nearest_tasks.h"
#include "noether/evaluation/embedding/pair_tasks.h"
#include "noether/evaluation/embedding/random_vectors.h"

namespace noether::evaluation {
namespace {

constexpr double kUnreadable = 1e9;

// Directions in the plane, by their angle in degrees; zeros for unreadable expressions.
ExpressionVectors angles(const std::map<std::string, double>& degrees) {
  std::vector<std::string> texts;
  for (const auto& [text, angle] : degrees) texts.push_back(text);
  const auto embed = [&](std::span<const std::string> some) -> base::Result<Vectors> {
    Vectors vectors(some.size(), 2);
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (degrees.at(some[i]) == kUnreadable) continue;
      const double angle = degrees.at(some[i]) * std::numbers::pi / 180;
      vectors.row(i)[0] = static_cast<float>(std::cos(angle));
      vectors.row(i)[1] = static_cast<float>(std::sin(angle));
    }
    return vectors;
  };
  auto made = ExpressionVectors::make(embed, texts);
  if (!made) ADD_FAILURE() << made.error().message;
  return *std::move(made);
}

TEST(ClusteringTask, AveragesOverTrueClustersAfterTheBestMatching) {
  // Found cluster 1 is true cluster 0; one of four points of the second true cluster is wrong.
  const std::vector<std::uint32_t> truth{0, 0, 1, 1, 1, 1};
  const std::vector<std::uint32_t> found{1, 1, 0, 0, 0, 1};
  const ClusteringScore score = score_clustering(truth, found, 2);
  EXPECT_DOUBLE_EQ(score.accuracy, (1 + 0.75) / 2);
  EXPECT_DOUBLE_EQ(score.plain_accuracy, 5.0 / 6);
  EXPECT_EQ(score.right, (std::vector<bool>{true, true, true, true, true, false}));
}

TEST(ClusteringTask, TakesTheLargestGroupsAndPlacesTheOthersByTheirVectors) {
  const Vectors points = bunched_vectors(2, 4, 8, 0.1F, 3);
  // Algebra does not know the last point of the first bunch and the first of the second.
  const std::vector<std::uint32_t> groups{0, 0, 0, 1, 2, 3, 3, 3};
  EXPECT_EQ(cluster_by_groups(points, groups, 2),
            (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST(ClusteringTask, WhatCannotBeReadIsInNoCluster) {
  Vectors points = bunched_vectors(2, 4, 8, 0.1F, 3);
  for (const std::size_t unreadable : {2U, 3U}) std::ranges::fill(points.row(unreadable), 0.0F);
  // Algebra knows the cluster of the first of these points, and nothing about the second.
  EXPECT_EQ(cluster_by_groups(points, std::vector<std::uint32_t>{0, 0, 0, 1, 2, 3, 3, 3}, 2),
            (std::vector<std::uint32_t>{0, 0, 0, 2, 1, 1, 1, 1}));
  const std::vector<std::uint32_t> truth{0, 0, 1, 1};
  const ClusteringScore score = score_clustering(truth, std::vector<std::uint32_t>{0, 2, 2, 2}, 2);
  EXPECT_DOUBLE_EQ(score.accuracy, 0.25);
  EXPECT_DOUBLE_EQ(score.plain_accuracy, 0.25);
  EXPECT_EQ(score.right, (std::vector<bool>{true, false, false, false}));
}

TEST(RetrievalTask, WhatCannotBeReadFindsNothingAndIsNotFound) {
  Vectors vectors = bunched_vectors(1, 6, 16, 0.1F, 4);
  std::ranges::fill(vectors.row(0), 0.0F);
  const std::vector<std::uint32_t> labels(6, 0);
  EXPECT_EQ(score_retrieval(vectors, labels, 1, 1).hits,
            (std::vector<std::uint8_t>{0, 4, 4, 4, 4, 4}));
  EXPECT_EQ(score_retrieval(vectors, labels, 1, 1, labels).hits,
            (std::vector<std::uint8_t>{5, 5, 5, 5, 5, 5}));
}

TEST(RetrievalTask, CountsTheClusterAmongTheFirst) {
  // There are six vectors in each of five bunches, so each query has five others to find, at every
  // depth.
  const Vectors vectors = bunched_vectors(5, 6, 16, 0.1F, 4);
  std::vector<std::uint32_t> labels;
  for (std::uint32_t i = 0; i < 30; ++i) labels.push_back(i / 6);
  const RetrievalScore score = score_retrieval(vectors, labels, 5, 1);
  EXPECT_DOUBLE_EQ(score.precision[0], 1);
  EXPECT_DOUBLE_EQ(score.precision[1], 0.5);
  EXPECT_DOUBLE_EQ(score.precision[3], 0.25);
  EXPECT_EQ(score.precision, score.best_possible);
}

TEST(RetrievalTask, ComparesEveryPairAndPutsKnownEqualsFirst) {
  const Vectors vectors = random_unit_vectors(60, 5, 12);
  std::vector<std::uint32_t> labels;
  for (std::uint32_t i = 0; i < 60; ++i) labels.push_back(i % 4);
  const RetrievalScore score = score_retrieval(vectors, labels, 4, 2);
  double expected = 0;
  for (std::size_t query = 0; query < 60; ++query) {
    std::vector<std::pair<float, std::size_t>> others;
    for (std::size_t i = 0; i < 60; ++i) {
      if (i != query) others.emplace_back(-inner_product(vectors.row(query), vectors.row(i)), i);
    }
    std::ranges::sort(others);
    for (std::size_t i = 0; i < 10; ++i) {
      if (labels[others[i].second] == labels[query]) expected += 1.0 / 600;
    }
  }
  EXPECT_NEAR(score.precision[1], expected, 1e-9);
  // Each cluster has fifteen members: the other fourteen come first if they are known.
  EXPECT_DOUBLE_EQ(score_retrieval(vectors, labels, 4, 1, labels).precision[1], 1);
}

egen::SemanticChoice choice(std::string query, const std::vector<std::string>& candidates,
                            std::size_t answer) {
  egen::SemanticChoice item;
  item.query = std::move(query);
  for (const std::string& candidate : candidates) {
    item.candidates.push_back({candidate, {}, std::nullopt});
  }
  item.answer = answer;
  return item;
}

TEST(ChoiceTask, ChoosesTheNearestCandidate) {
  const auto vectors = angles({{"q", 0}, {"near", 10}, {"far", 80}, {"back", 180}});
  const std::vector items{choice("q", {"far", "near", "back"}, 1),
                          choice("q", {"far", "near", "back"}, 0)};
  const ChoiceScore score = score_choices(items, vectors);
  EXPECT_DOUBLE_EQ(score.accuracy, 0.5);
  EXPECT_EQ(score.chosen, (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(score.decided, 0U);
}

TEST(ChoiceTask, WhatCannotBeReadIsWrong) {
  using enum algebra::Verdict;
  const auto vectors =
      angles({{"q", 0}, {"back", 180}, {"strange", kUnreadable}, {"query", kUnreadable}});
  const std::vector items{choice("query", {"q", "back"}, 0), choice("q", {"strange", "back"}, 0),
                          choice("query", {"strange", "strange"}, 0)};
  const ChoiceScore score = score_choices(items, vectors);
  EXPECT_EQ(score.accuracy, 0);
  EXPECT_EQ(score.chosen, (std::vector<std::size_t>{2, 1, 2}));
  const std::vector verdicts{Proven, Unknown, Proven, Unknown, Unknown, Refuted};
  EXPECT_EQ(score_choices(items, vectors, verdicts).accuracy, 1);
}

TEST(ChoiceTask, AlgebraOverrulesTheVectors) {
  using enum algebra::Verdict;
  const auto vectors = angles({{"q", 0}, {"near", 10}, {"far", 80}, {"back", 180}});
  const std::vector items{choice("q", {"far", "near", "back"}, 0)};
  const auto chosen = [&](std::vector<algebra::Verdict> verdicts) {
    return score_choices(items, vectors, verdicts).chosen[0];
  };
  EXPECT_EQ(chosen({Agrees, Unknown, Unknown}), 0U);
  EXPECT_EQ(chosen({Unknown, Refuted, Unknown}), 0U);
  EXPECT_EQ(chosen({Refuted, Refuted, Unknown}), 2U);
  EXPECT_EQ(chosen({Unknown, Unknown, Unknown}), 1U);
  // No candidate is left, so the vectors decide.
  EXPECT_EQ(chosen({Refuted, Refuted, Refuted}), 1U);
  EXPECT_EQ(score_choices(items, vectors, std::vector{Proven, Unknown, Unknown}).decided, 1U);
}

egen::Derivation derivation(const std::vector<std::pair<std::string, bool>>& lines) {
  egen::Derivation made;
  for (const auto& [expression, mistake] : lines) {
    egen::DerivationStep step;
    step.expression = expression;
    if (mistake) step.mistake = egen::Change::Number;
    made.steps.push_back(std::move(step));
  }
  return made;
}

double cosine_of(double degrees) { return std::cos(degrees * std::numbers::pi / 180); }

TEST(MistakeTask, ThresholdIsTheMeanOfTheSmallestRightSimilarities) {
  const auto vectors = angles({{"a", 0}, {"b", 10}, {"c", 40}, {"d", 120}});
  const std::vector derivations{
      derivation({{"a", false}, {"b", false}, {"c", false}, {"d", true}}),  // 10, 30, mistake
      derivation({{"a", false}, {"b", false}}),                             // 10
      derivation({{"a", false}, {"d", true}}),  // no step without a mistake
  };
  const auto threshold = mistake_threshold(derivations, vectors);
  ASSERT_TRUE(threshold);
  EXPECT_NEAR(*threshold, (cosine_of(30) + cosine_of(10)) / 2, 1e-6);
  EXPECT_FALSE(mistake_threshold(std::span(derivations).last(1), vectors));
}

TEST(MistakeTask, CountsBothClasses) {
  const auto vectors = angles({{"a", 0}, {"b", 10}, {"c", 40}, {"d", 120}});
  // Steps of 10 (right), 30 (right), 80 (mistake), 80 (right, but called a mistake), 0 (missed
  // mistake).
  const std::vector derivations{derivation(
      {{"a", false}, {"b", false}, {"c", false}, {"d", true}, {"c", false}, {"c", true}})};
  const MistakeScore score = score_mistakes(derivations, vectors, cosine_of(60));
  EXPECT_EQ(score.steps.size(), 5U);
  EXPECT_DOUBLE_EQ(score.mistake.precision(), 0.5);
  EXPECT_DOUBLE_EQ(score.mistake.recall(), 0.5);
  EXPECT_DOUBLE_EQ(score.mistake.f1(), 0.5);
  EXPECT_DOUBLE_EQ(score.no_mistake.precision(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(score.no_mistake.recall(), 2.0 / 3);
  using enum algebra::Verdict;
  const MistakeScore hybrid = score_mistakes(derivations, vectors, cosine_of(60),
                                             std::vector{Agrees, Proven, Unknown, Agrees, Refuted});
  EXPECT_DOUBLE_EQ(hybrid.mistake.f1(), 1);
  EXPECT_DOUBLE_EQ(hybrid.no_mistake.f1(), 1);
  EXPECT_EQ(hybrid.decided, 4U);
}

TEST(MistakeTask, RightStepsOfOneVectorAreNotBelowTheirMean) {
  // Rounded to floats, the vectors of most angles do not have exactly length 1.
  std::map<std::string, double> degrees;
  std::vector<egen::Derivation> derivations;
  for (int angle = 0; angle < 360; angle += 7) {
    const std::string name = std::to_string(angle);
    degrees["a" + name] = degrees["b" + name] = angle;
    degrees["c" + name] = angle + 1;
    derivations.push_back(
        derivation({{"a" + name, false}, {"b" + name, false}, {"c" + name, true}}));
  }
  const auto vectors = angles(degrees);
  const auto threshold = mistake_threshold(derivations, vectors);
  ASSERT_TRUE(threshold);
  const MistakeScore score = score_mistakes(derivations, vectors, *threshold);
  EXPECT_EQ(score.mistake.f1(), 1);
  EXPECT_EQ(score.no_mistake.f1(), 1);
}

TEST(MistakeTask, AStepThatCannotBeReadIsWrong) {
  const auto vectors = angles({{"a", 0}, {"strange", kUnreadable}});
  const std::vector derivations{derivation({{"a", false}, {"strange", true}, {"a", false}})};
  const MistakeScore score = score_mistakes(derivations, vectors, 0.5);
  EXPECT_EQ(score.mistake.f1(), 0);
  EXPECT_EQ(score.no_mistake.f1(), 0);
  using enum algebra::Verdict;
  const MistakeScore hybrid =
      score_mistakes(derivations, vectors, 0.5, std::vector{Refuted, Proven});
  EXPECT_EQ(hybrid.mistake.f1(), 1);
  EXPECT_EQ(hybrid.no_mistake.f1(), 1);
}

TEST(AnalogyTask, WhatCannotBeReadIsNotAnswered) {
  egen::Analogy analogy;
  analogy.x1 = "x1";
  analogy.y1 = "y1";
  analogy.x2 = "x2";
  analogy.y2 = "y2";
  const std::vector<egen::PoolEntry> pool{{"y2", 4}, {"other", 5}};
  const auto predicted = [&](const std::string& unreadable, const OpenAnswers& open) {
    std::map<std::string, double> degrees{
        {"x1", 0}, {"y1", 30}, {"x2", 100}, {"y2", 130}, {"other", 300}};
    degrees[unreadable] = kUnreadable;
    return score_analogies(std::vector{analogy}, pool, angles(degrees), 1, open).predicted[0];
  };
  for (const char* const text : {"x1", "y1", "x2"}) EXPECT_EQ(predicted(text, {}), "") << text;
  EXPECT_EQ(predicted("y2", {}), "other");
  for (const char* const text : {"x1", "y2"}) EXPECT_EQ(predicted(text, {{0}}), "y2") << text;
}

TEST(AnalogyTask, LooksInThePoolWithoutTheQuestionAndWhatIsExcluded) {
  // From 0 to 30 is roughly as from 100 to 130; 118 is the direction of the sum.
  const auto vectors =
      angles({{"x1", 0}, {"y1", 30}, {"x2", 100}, {"y2", 130}, {"same", 118}, {"other", 135}});
  const std::vector<egen::PoolEntry> pool{{"x1", 1}, {"y1", 2},   {"x2", 3},
                                          {"y2", 4}, {"same", 4}, {"other", 5}};
  egen::Analogy analogy;
  analogy.x1 = "x1";
  analogy.y1 = "y1";
  analogy.x2 = "x2";
  analogy.y2 = "y2";
  analogy.excluded = {3, 4};
  const AnalogyScore score = score_analogies(std::vector{analogy}, pool, vectors, 1);
  EXPECT_EQ(score.predicted, std::vector<std::string>{"y2"});
  EXPECT_DOUBLE_EQ(score.accuracy, 1);
  analogy.excluded.clear();
  EXPECT_EQ(score_analogies(std::vector{analogy}, pool, vectors, 1).predicted,
            std::vector<std::string>{"same"});
  // Only the expressions that algebra leaves open are examined.
  const AnalogyScore known = score_analogies(std::vector{analogy}, pool, vectors, 1, {{3, 0}});
  EXPECT_EQ(known.predicted, std::vector<std::string>{"y2"});
  EXPECT_EQ(known.decided, 1U);
}

TEST(ExpressionVectors, RefusesVectorsThatAreNoNumbersAndNamesTheExpression) {
  const auto embed = [](std::span<const std::string> texts) -> base::Result<Vectors> {
    Vectors vectors(texts.size(), 2);
    vectors.row(1)[0] = std::nanf("");
    return vectors;
  };
  const auto made = ExpressionVectors::make(embed, {"sin x", "cos x"});
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("`sin x`"), std::string::npos) << made.error().message;
}

}  // namespace
}  // namespace noether::evaluation
