// Tests the way from a corpus to a table: items are made or read, an embedding is scored, the
// report is written.
#include "noether/evaluation/embedding/score_embedding.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "noether/base/temporary_folder.h"
#include "noether/egen/cluster.h"
#include "noether/egen/tasks/task_set.h"
#include "noether/egen/training/egen_clusters_fixture.h"
#include "noether/evaluation/embedding/open_embedding.h"

namespace noether::evaluation {
namespace {

class ScoreEmbedding : public testing::Test {
 protected:
  ScoreEmbedding() {
    std::ofstream out(corpus_);
    for (const egen::Cluster& cluster : egen::small_clusters()) {
      for (const egen::Member& member : cluster.members) out << member.expression << "\n";
      out << "\n";
    }
  }

  TaskData load(const std::string& path, TaskDataOptions options = {}) {
    options.items = 6;
    auto data = load_task_data(path, options);
    if (!data) ADD_FAILURE() << data.error().message;
    return data ? *std::move(data) : TaskData();
  }
  EmbeddingScores score(const TaskData& data, const EmbeddingScoreOptions& options) {
    auto scores = score_embedding(bag_of_tokens(), data, nullptr, options);
    if (!scores) ADD_FAILURE() << scores.error().message;
    return scores ? *std::move(scores) : EmbeddingScores();
  }

  base::TemporaryFolder folder_;
  std::string corpus_ = folder_ / "corpus.txt";
};

TaskSelection only(std::string_view names) { return TaskSelection::parse(names).value(); }

TEST_F(ScoreEmbedding, UsesTheClustersOfACorpusAsTheyAre) {
  const TaskData data = load(corpus_, {.tasks = only("k-means,retrieval")});
  EXPECT_TRUE(data.as_they_are);
  EXPECT_EQ(data.clusters.size(), 6U);
  EXPECT_TRUE(data.choices.empty());
  const EmbeddingScores scores = score(data, {.tasks = only("k-means")});
  ASSERT_TRUE(scores.clustering);
  EXPECT_GT(scores.clustering->accuracy, 0.2);
  EXPECT_LT(scores.clustering->accuracy, 1);
  EXPECT_FALSE(scores.retrieval);
}

TEST_F(ScoreEmbedding, LeavesOutWhatIsThereAndNotAskedFor) {
  const TaskData data = load(corpus_);
  ASSERT_FALSE(data.clusters.empty());
  ASSERT_FALSE(data.choices.empty());
  const EmbeddingScores choices = score(data, {.tasks = only("semantic")});
  EXPECT_TRUE(choices.choices);
  EXPECT_EQ(choices.clusters, 0U);
  EXPECT_FALSE(choices.mistakes || choices.analogies || choices.clustering || choices.retrieval);
  const EmbeddingScores retrieval = score(data, {.tasks = only("retrieval")});
  EXPECT_TRUE(retrieval.retrieval);
  EXPECT_FALSE(retrieval.choices || retrieval.clustering);
}

TEST_F(ScoreEmbedding, ReadsTheItemsThatWouldHaveBeenMade) {
  auto source = egen::open_clusters(corpus_);
  ASSERT_TRUE(source);
  const auto table = egen::MemberTable::read(**source);
  ASSERT_TRUE(table);
  egen::TaskSetOptions set;
  set.source = corpus_;
  set.folder = folder_ / "tasks";
  set.items = 6;
  ASSERT_TRUE(egen::write_task_set(*table, set));
  const TaskSelection tasks = only("semantic,mistakes,algebra");
  const TaskData read = load(set.folder, {.tasks = tasks});
  const TaskData made = load(corpus_, {.tasks = tasks});
  EXPECT_FALSE(read.was_made);
  EXPECT_FALSE(made.choices.empty());
  EXPECT_EQ(read.choices, made.choices);
  EXPECT_EQ(read.derivations, made.derivations);
  EXPECT_EQ(read.analogies, made.analogies);
  EXPECT_EQ(read.digest, made.digest);
}

TEST_F(ScoreEmbedding, WhatCannotBeReadIsWrongInEveryTask) {
  TaskSelection tasks = TaskSelection::all();
  const TaskData data = load(corpus_, {.tasks = tasks});
  // The expressions of one cluster cannot be read, so they would form a cluster.
  const auto& strange = data.clusters[0].expressions;
  const auto embed = [&](std::span<const std::string> texts) -> base::Result<Vectors> {
    auto vectors = bag_of_tokens().embed(texts);
    for (std::size_t i = 0; vectors && i < texts.size(); ++i) {
      if (std::ranges::find(strange, texts[i]) == strange.end()) continue;
      std::ranges::fill(vectors->row(i), 0.0F);
    }
    return vectors;
  };
  const auto scores = score_embedding({"some", embed}, data, nullptr, {.tasks = tasks});
  ASSERT_TRUE(scores) << scores.error().message;
  EXPECT_GE(scores->unreadable, strange.size());
  for (std::size_t i = 0; i < strange.size(); ++i) {
    EXPECT_FALSE(scores->clustering->right[i]);
    EXPECT_EQ(scores->retrieval->hits[i], 0);
  }
  EXPECT_NE(score_text(*scores).find("which count as wrong"), std::string::npos);
  EXPECT_FALSE(score_details(*scores, data).empty());
  const auto nothing = [](std::span<const std::string> texts) -> base::Result<Vectors> {
    return Vectors(texts.size(), 4);
  };
  tasks.chosen[static_cast<std::size_t>(EmbeddingTask::Mistakes)] = false;
  const auto none = score_embedding({"none", nothing}, data, nullptr, {.tasks = tasks});
  ASSERT_TRUE(none) << none.error().message;
  for (const ScoreRow& row : score_rows(*none)) EXPECT_EQ(row.ours, 0) << row.task;
  EXPECT_NE(score_details(*none, data).find("\"chosen\":null"), std::string::npos);
}

TEST_F(ScoreEmbedding, WithAlgebraFindsWhatLooksHide) {
  const TaskSelection tasks = only("k-means,semantic,mistakes");
  const TaskData data = load(corpus_, {.tasks = tasks});
  const EmbeddingScores scores =
      score(data, {.tasks = tasks, .with_algebra = true, .decision_seconds = 60});
  ASSERT_TRUE(scores.clustering && scores.choices && scores.mistakes);
  EXPECT_EQ(scores.clustering->accuracy, 1);
  EXPECT_EQ(scores.choices->accuracy, 1);
  EXPECT_EQ(scores.mistakes->mistake.f1(), 1);
  EXPECT_EQ(scores.mistakes->no_mistake.f1(), 1);
  EXPECT_TRUE(scores.threshold_is_of_data);
}

TEST_F(ScoreEmbedding, ReportsSayWhichDataAndSeed) {
  const TaskData data = load(corpus_);
  const EmbeddingScores scores = score(data, {});
  const std::string text = score_text(scores);
  for (const std::string& part : {corpus_, data.digest, std::string("seed 1"),
                                  std::string("the derivations that are scored")}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  const auto json = nlohmann::json::parse(score_json(scores, data));
  EXPECT_EQ(json.at("corpus_digest"), data.digest);
  EXPECT_EQ(json.at("scores").size(), 9U);
  EXPECT_EQ(json.at("algebra").at("analogies"), 584);
  const std::string details = score_details(scores, data);
  std::size_t steps = 0;
  for (const egen::Derivation& derivation : data.derivations) steps += derivation.steps.size() - 1;
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(details, '\n')),
            scores.expressions + data.choices.size() + steps + data.analogies.size());
}

TEST(TaskSelection, NamesTheTasksThereAre) {
  const auto wrong = TaskSelection::parse("k-means,kmeans");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("`kmeans`"), std::string::npos);
  EXPECT_NE(wrong.error().hint.find("semantic"), std::string::npos);
  EXPECT_TRUE(only("algebra").has(EmbeddingTask::Algebra));
  EXPECT_FALSE(only("algebra").has(EmbeddingTask::Retrieval));
}

}  // namespace
}  // namespace noether::evaluation
