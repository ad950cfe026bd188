// Compares scores of the published runs line for line with NIST's trec_eval 10.0-rc3.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "noether/evaluation/score.h"

namespace noether::evaluation {
namespace {

std::filesystem::path data_folder() {
  if (const char* folder = std::getenv("NOETHER_DATA")) return folder;
  return std::filesystem::path(NOETHER_SOURCE_DIR) / "../shared/data";
}

std::string content(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

struct PublishedRun {
  std::string_view folder;
  std::string_view judgements;
};

class TrecEval : public testing::TestWithParam<PublishedRun> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(run_folder())) {
      GTEST_SKIP() << "no arqmath/runs; set NOETHER_DATA to where the data is";
    }
    auto read = read_judgements(data_folder() / "arqmath/qrels" / GetParam().judgements);
    ASSERT_TRUE(read) << read.error().message;
    judgements_ = std::move(*read);
  }
  std::filesystem::path run_folder() const {
    return data_folder() / "arqmath/runs" / GetParam().folder;
  }
  std::string scored(std::string_view measures, bool prime, std::string_view file) {
    auto requests = parse_measures(measures);
    for (MeasureRequest& request : *requests) request.prime = prime;
    const ScoreOptions options{.measures = *trec_order(*requests), .threshold = 2};
    auto run = RunReader::open(run_folder() / file);
    if (!run) return run.error().message;
    const auto table = score_run(*run, judgements_, options);
    if (!table) return table.error().message;
    return trec_text(*table, options.measures, true);
  }

  Judgements judgements_;
};

TEST_P(TrecEval, PrintsTheSameWithoutWhatNobodyJudged) {
  EXPECT_EQ(scored("ndcg,map,p@10", true, "run.trec.gz"), content(run_folder() / "EXPECTED.txt"));
}

TEST_P(TrecEval, PrintsTheSameWithWhatNobodyJudged) {
  EXPECT_EQ(scored("official,ndcg", false, "run.trec.gz"),
            content(run_folder() / "EXPECTED_unjudged_kept.txt"));
}

TEST_P(TrecEval, PrintsTheSameOfTheRunAsItWasPublished) {
  EXPECT_EQ(scored("ndcg,map,p@10", true, "original.tsv.gz"),
            content(run_folder() / "EXPECTED.txt"));
}

INSTANTIATE_TEST_SUITE_P(
    PublishedRuns, TrecEval,
    testing::Values(PublishedRun{"2020_task1_MIRMU_ensemble", "qrel_task1_2020.tsv"},
                    PublishedRun{"2020_task1_PSU_psu-task1-auto-both-A", "qrel_task1_2020.tsv"},
                    PublishedRun{"2020_task1_TFIDF_baseline", "qrel_task1_2020.tsv"},
                    PublishedRun{"2020_task2_TangentS_visualid", "qrel_task2_2020_visual_id.tsv"}),
    [](const auto& run) {
      std::string name(run.param.folder);
      for (char& c : name) {
        if (c == '-') c = '_';
      }
      return name;
    });

TEST(TrecText, StandsInTrecEvalsOrderWhateverWasAskedFirst) {
  const auto requests =
      trec_order(*parse_measures("ndcg@5,map@3,ndcg,recall@5,p@10,p@5,map,num_q"));
  ASSERT_TRUE(requests);
  const ScoreTable table{.system = "ours",
                         .measures = {},
                         .topics = {"A"},
                         .values = {std::vector<double>(requests->size(), 0.25)},
                         .means = std::vector<double>(requests->size(), 2)};
  EXPECT_EQ(trec_text(table, *requests, false),
            "num_q                 \tall\t2\n"
            "map                   \tall\t2.0000\n"
            "P_5                   \tall\t2.0000\n"
            "P_10                  \tall\t2.0000\n"
            "recall_5              \tall\t2.0000\n"
            "ndcg                  \tall\t2.0000\n"
            "ndcg_cut_5            \tall\t2.0000\n"
            "map_cut_3             \tall\t2.0000\n");
}

TEST(TrecText, SaysWhichMeasureTrecEvalHasNot) {
  const auto requests = trec_order(*parse_measures("map,rr@10"));
  ASSERT_FALSE(requests);
  EXPECT_EQ(requests.error().message, "trec_eval has no measure rr@10");
}

}  // namespace
}  // namespace noether::evaluation
