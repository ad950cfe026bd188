// Tests encoders in an experiment, with clusters small enough to be made here.
#include "noether/evaluation/experiment/encoder_scores.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "noether/base/temporary_folder.h"
#include "noether/evaluation/embedding/open_embedding.h"
#include "noether/evaluation/embedding/score_embedding.h"
#include "noether/evaluation/experiment/experiment_report.h"
#include "noether/evaluation/experiment/run_experiment.h"

namespace noether::evaluation {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kTwelveExpressions =
    "sin * 2 x\n* 2 * sin x cos x\n/ 1 csc * 2 x\n* sin x * 2 cos x\n\n"
    "pow + x 1 2\n+ pow x 2 + * 2 x 1\n* + x 1 + x 1\n+ 1 + * 2 x pow x 2\n\n"
    "exp * 2 x\npow exp x 2\n* exp x exp x\npow exp 2 x\n";

class EncoderExperiment : public testing::Test {
 protected:
  EncoderExperiment() {
    std::ofstream(folder_ / "clusters.txt") << kTwelveExpressions;
    std::ofstream(folder_ / "train.txt") << "tan x\n/ sin x cos x\n/ 1 cot x\n\n"
                                            "+ x x\n* 2 x\n- * 3 x x\n\nln pow x 2\n* 2 ln x\n";
  }

  static std::string text(const std::string& tables) {
    return "title Encoders\ntasks train clusters=train.txt seed=3 items=5\n"
           "tasks small clusters=clusters.txt seed=2 items=5 threshold=train\n"
           "system counts encoder=bag-of-tokens\n"
           "system helped encoder=bag-of-tokens algebra=yes\n"
           "system lost encoder=../models/never-made\nsystem words profile=default\n" +
           tables;
  }

  struct EncoderOutcome {
    ExperimentResults results;
    std::string markdown;
  };
  EncoderOutcome run(const std::string& experiment_text, const std::string& program = "1") {
    const auto experiment = read_experiment(experiment_text);
    if (!experiment) throw std::runtime_error(experiment.error().message);
    const auto cache = ExperimentCache::open(folder_ / "cache");
    if (!cache) throw std::runtime_error(cache.error().message);
    ExperimentOptions options;
    options.folder = folder_.path();
    options.program = program;
    options.threads = 2;
    auto results = run_experiment(*experiment, *cache, options);
    if (!results) throw std::runtime_error(results.error().message);
    std::string markdown = markdown_report(experiment_report(*experiment, *results), "plots");
    return {*std::move(results), std::move(markdown)};
  }

  // Computes the same scores with the parts of `noether embedding-tasks`.
  EmbeddingScores scored_by_hand() const {
    TaskDataOptions making;
    making.seed = 2;
    making.items = 5;
    const auto data = load_task_data(folder_ / "clusters.txt", making);
    making.seed = 3;
    const auto threshold = load_task_data(folder_ / "train.txt", making);
    if (!data || !threshold) throw std::runtime_error("no tasks");
    auto scores = score_embedding(bag_of_tokens(), *data, &*threshold, {});
    if (!scores) throw std::runtime_error(scores.error().message);
    return *std::move(scores);
  }

  base::TemporaryFolder folder_;
};

TEST_F(EncoderExperiment, HasTheScoresOfTheTasksInPercent) {
  const EmbeddingScores expected = scored_by_hand();
  const EncoderOutcome made = run(text(
      "table T A rows=Model\ncolumns - Accuracy Reads tasks=small measures=semantic,reads\n"
      "columns mistake P R F1 tasks=small measures=mistake-precision,mistake-recall,mistake-f1\n"
      "columns rest none algebra tasks=small measures=no-mistake-f1,algebra\n"
      "published paper 76.4 tokens 1 2 3.00 4 5\nmeasured counts as=\"Counts of tokens\"\n"));
  const auto& cell = made.results.encoders[0][1];
  ASSERT_TRUE(cell && *cell) << made.markdown;
  const auto& figures = (*cell)->figures;
  EXPECT_EQ((*cell)->reads, "tokens");
  EXPECT_DOUBLE_EQ(figures.at("semantic"), 100 * expected.choices->accuracy);
  EXPECT_DOUBLE_EQ(figures.at("mistake-f1"), 100 * expected.mistakes->mistake.f1());
  EXPECT_DOUBLE_EQ(figures.at("mistake-recall"), 100 * expected.mistakes->mistake.recall());
  EXPECT_DOUBLE_EQ(figures.at("no-mistake-f1"), 100 * expected.mistakes->no_mistake.f1());
  EXPECT_DOUBLE_EQ(figures.at("algebra"), 100 * expected.analogies->accuracy);
  // The score has as many digits as the published figure, even if it is 100.
  EXPECT_THAT(made.markdown, HasSubstr(fmt::format("| Counts of tokens | {:.1f} | tokens |",
                                                   100 * expected.choices->accuracy)));
  EXPECT_THAT(made.markdown, HasSubstr("| small | clusters.txt | 2 | 5 queries; 5 derivations"));
  EXPECT_THAT(made.markdown, HasSubstr("| train | train.txt | 3 | 5 queries;"));
  EXPECT_THAT(made.markdown, HasSubstr("| counts | encoder bag-of-tokens |"));
}

TEST_F(EncoderExperiment, ScoresOnlyTheTasksThatTablesShow) {
  const EncoderOutcome made =
      run(text("table T A\ncolumns - right tasks=small measures=semantic\nmeasured counts\n"));
  const auto& figures = (*made.results.encoders[0][1])->figures;
  EXPECT_EQ(figures.size(), 1U);
  EXPECT_FALSE(made.results.encoders[1][1]);
}

TEST_F(EncoderExperiment, SaysOnceWhyThereIsNoScore) {
  const EncoderOutcome made =
      run(text("table T A\ncolumns - right tasks=small measures=semantic\n"
               "columns more P R tasks=small measures=mistake-precision,mistake-recall\n"
               "measured lost\nmeasured words\nmeasured counts\n"));
  EXPECT_THAT(made.markdown, HasSubstr("| lost | *never-made is missing* | | |"));
  EXPECT_THAT(made.markdown, HasSubstr("| words | *no encoder* | | |"));
  EXPECT_EQ(made.results.runs_made, 1U);
  std::filesystem::remove(folder_ / "clusters.txt");
  EXPECT_THAT(run(text("table T A\ncolumns - right tasks=small measures=semantic\n"
                       "measured counts\n"))
                  .markdown,
              HasSubstr("| counts | *clusters.txt is missing* |"));
}

// Bold marks the best of the encoders that read the same input; others do not compete.
TEST_F(EncoderExperiment, LetsOnlyEncodersCompeteThatReadTheSame) {
  const std::string columns = "table T A\ncolumns - right tasks=small measures=semantic\n";
  const EncoderOutcome made = run(text(columns + "measured counts\nmeasured helped\n"));
  EXPECT_THAT(made.markdown, Not(HasSubstr("**")));
  const EncoderOutcome twice =
      run(text(columns + "measured counts\nmeasured counts as=again\nmeasured helped\n"));
  EXPECT_THAT(twice.markdown, HasSubstr("| again | **"));
}

TEST_F(EncoderExperiment, KeepsScoresUntilSomethingTheyDependOnChanges) {
  const std::string shown =
      text("table T A\ncolumns - F1 tasks=small measures=mistake-f1\nmeasured counts\n");
  const EncoderOutcome first = run(shown);
  EXPECT_EQ(first.results.runs_made, 1U);
  const EncoderOutcome again = run(shown);
  EXPECT_EQ(again.results.runs_made, 0U);
  EXPECT_EQ(again.results.runs_found, 1U);
  EXPECT_EQ(again.markdown, first.markdown);
  EXPECT_EQ(run(shown, "another program").results.runs_made, 1U);
  std::ofstream(folder_ / "train.txt", std::ios::app) << "\n+ x 1\n- x -1\n";
  EXPECT_EQ(run(shown).results.runs_made, 1U);
  // Only the task of mistakes has a threshold.
  const std::string others =
      text("table T A\ncolumns - right tasks=small measures=semantic\nmeasured counts\n");
  run(others);
  std::ofstream(folder_ / "train.txt", std::ios::app) << "\n+ x 2\n- x -2\n";
  EXPECT_EQ(run(others).results.runs_made, 0U);
}

TEST_F(EncoderExperiment, ScoresTheShippedEncoderOnClustersOfEGen) {
  const char* const set = std::getenv("NOETHER_DATA");
  const std::string source = NOETHER_SOURCE_DIR;
  const std::string data = set != nullptr ? set : source + "/../shared/data";
  std::ifstream dev(data + "/egen/dev.txt");
  if (!dev) GTEST_SKIP() << "no egen/dev.txt; set NOETHER_DATA to where the data is";
  std::ofstream some(folder_ / "some.txt");
  std::size_t clusters = 0;
  for (std::string line; clusters < 5 && std::getline(dev, line);) {
    some << line << "\n";
    if (line.empty()) ++clusters;
  }
  some.close();
  const EncoderOutcome made =
      run("title Shipped\ntasks some clusters=some.txt items=3\n"
          "system ours encoder=" +
          source +
          "/models/formula-encoder\ntable T A\n"
          "columns - right at-5 reads tasks=some measures=k-means,retrieval@5,reads\n"
          "measured ours\n");
  const auto& cell = made.results.encoders[0][0];
  ASSERT_TRUE(cell && *cell) << made.markdown;
  EXPECT_GE((*cell)->figures.at("k-means"), 95);
  EXPECT_GE((*cell)->figures.at("retrieval@5"), 95);
  EXPECT_THAT((*cell)->reads, HasSubstr("values"));
}

}  // namespace
}  // namespace noether::evaluation
