// Pools of published runs against what the assessors of ARQMath-1 were given: there, baselines and
// primary runs were pooled to depth 50 and alternate runs to depth 20. What was pooled and could
// not be decided is not in the judgements, so a little may be missing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "noether/evaluation/judgements.h"
#include "noether/evaluation/pooling/pool.h"
#include "noether/evaluation/run.h"

namespace noether::evaluation {
namespace {

std::filesystem::path data() {
  if (const char* folder = std::getenv("NOETHER_DATA")) return folder;
  return std::filesystem::path(NOETHER_SOURCE_DIR) / "../shared/data";
}

class PublishedPools : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(data() / "arqmath/runs")) {
      GTEST_SKIP() << "no arqmath/runs; set NOETHER_DATA to where the data is";
    }
  }

  // Which share of a run, pooled so deep, is judged.
  static double judged_share(const std::string& run_name, const std::string& judged,
                             std::size_t depth) {
    const auto run = read_run(data() / "arqmath/runs" / run_name / "run.trec.gz");
    const auto judgements = read_judgements(data() / "arqmath/qrels" / judged);
    if (!run || !judgements) {
      ADD_FAILURE() << (run ? judgements.error().message : run.error().message);
      return 0;
    }
    PoolBuilder builder{PoolOptions{.primary_depth = depth}};
    builder.add_run(*run, RunRole::Primary);
    std::size_t pooled = 0;
    std::size_t found = 0;
    for (const TopicPool& pool : builder.pools()) {
      const TopicJudgements* topic = judgements->find(pool.topic);
      if (topic == nullptr) continue;
      for (const PoolItem& item : pool.items) {
        ++pooled;
        if (topic->find(item.id) != nullptr) ++found;
      }
    }
    return static_cast<double>(found) / static_cast<double>(pooled);
  }
};

TEST_F(PublishedPools, OfABaselineWereJudgedToItsDepth) {
  EXPECT_GT(judged_share("2020_task1_TFIDF_baseline", "qrel_task1_2020.tsv", 50), 0.99);
}

TEST_F(PublishedPools, OfAnAlternateRunWereJudgedToTwentyAndNoDeeper) {
  const std::string run = "2020_task1_PSU_psu-task1-auto-both-A";
  EXPECT_GT(judged_share(run, "qrel_task1_2020.tsv", 20), 0.99);
  EXPECT_LT(judged_share(run, "qrel_task1_2020.tsv", 50), 0.7);
}

TEST_F(PublishedPools, OfFormulasWereJudgedByVisualId) {
  EXPECT_GT(judged_share("2020_task2_TangentS_visualid", "qrel_task2_2020_visual_id.tsv", 20),
            0.99);
}

}  // namespace
}  // namespace noether::evaluation
