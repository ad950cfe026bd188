// noether embedding-tasks as its user runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

class EmbeddingTasks : public testing::Test {
 protected:
  EmbeddingTasks() {
    std::ofstream(corpus_) << "sin * 2 x\n* 2 * sin x cos x\n/ 1 csc * 2 x\n\n"
                              "pow + x 1 2\n+ pow x 2 + * 2 x 1\n* + x 1 + x 1\n\n"
                              "exp * 2 x\npow exp x 2\n* exp x exp x\n";
  }
  Outcome run(const std::string& arguments) {
    return shell("NOETHER embedding-tasks " + arguments + " 2>&1");
  }

  base::TemporaryFolder folder_;
  std::string corpus_ = folder_ / "corpus.txt";
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_F(EmbeddingTasks, ScoresAnEmbeddingBesideThePaper) {
  const Outcome scored = run("bag-of-tokens --data " + corpus_ + " --tasks k-means,retrieval");
  EXPECT_EQ(scored.exit_code, 0) << scored.output;
  for (const char* const part :
       {"K-means", "97.61", "formula retrieval at 20", "digest", "reads      tokens\n"}) {
    EXPECT_TRUE(has(scored.output, part)) << scored.output;
  }
  EXPECT_FALSE(has(scored.output, "semantic")) << scored.output;
}

TEST_F(EmbeddingTasks, SaysWhereThereIsNothingToScore) {
  std::ofstream(folder_ / "empty.txt") << "";
  const Outcome empty = run("bag-of-tokens --data " + folder_ / "empty.txt");
  EXPECT_EQ(empty.exit_code, 1) << empty.output;
  EXPECT_TRUE(has(empty.output, "there is no cluster in ")) << empty.output;
  // No distractors can be made of a single number.
  std::ofstream(folder_ / "small.txt") << "2\n+ 1 1\n";
  const Outcome some =
      run("bag-of-tokens --tasks k-means,semantic --data " + folder_ / "small.txt");
  EXPECT_EQ(some.exit_code, 0) << some.output;
  EXPECT_TRUE(has(some.output, "no items   for semantic\n")) << some.output;
  const Outcome none = run("bag-of-tokens --tasks semantic --data " + folder_ / "small.txt");
  EXPECT_EQ(none.exit_code, 1) << none.output;
  EXPECT_TRUE(has(none.output, "there are no items for semantic")) << none.output;
}

TEST_F(EmbeddingTasks, ReadsTaskSetsAndWritesDetails) {
  const std::string tasks = folder_ / "tasks";
  ASSERT_EQ(shell("NOETHER corpus tasks " + corpus_ + " --items 3 --analogies 30 --pool 20 -o " +
                  tasks + " 2>&1")
                .exit_code,
            0);
  const std::string details = folder_ / "details.jsonl";
  const Outcome scored = run("bag-of-tokens --data " + tasks + " --threshold-data " + tasks +
                             " --tasks semantic,mistakes,algebra --json --details " + details);
  EXPECT_EQ(scored.exit_code, 0) << scored.output;
  EXPECT_TRUE(has(scored.output, "\"threshold_is_of_data\":false")) << scored.output;
  EXPECT_EQ(shell("grep -c '\"task\":\"algebra\"' " + details).output, "30\n");
  EXPECT_EQ(shell("grep -c '\"task\":\"semantic\"' " + details).output, "3\n");
}

TEST_F(EmbeddingTasks, ScoresVectorsOfAnotherProgram) {
  // One direction for each cluster, recognised by its first tokens.
  const std::string vectors = folder_ / "vectors.tsv";
  const Outcome listed = run("--list-expressions --tasks k-means --data " + corpus_);
  EXPECT_EQ(listed.exit_code, 0) << listed.output;
  EXPECT_EQ(std::ranges::count(listed.output, '\n'), 9);
  shell("NOETHER embedding-tasks --list-expressions --tasks k-means --data " + corpus_ +
        " | sed -E '/exp/{s/$/\\t0 0 1/;b};/sin|csc/{s/$/\\t1 0 0/;b};s/$/\\t0 2 0/' > " + vectors);
  const Outcome scored = run("--vectors " + vectors + " --tasks k-means --data " + corpus_);
  EXPECT_EQ(scored.exit_code, 0) << scored.output;
  EXPECT_TRUE(has(scored.output, "100.00")) << scored.output;
  EXPECT_TRUE(has(scored.output, "reads      unknown\n")) << scored.output;
  // Tasks that need more data name the missing data and the remedy.
  const Outcome lacking = run("--vectors " + vectors + " --tasks algebra --data " + corpus_);
  EXPECT_EQ(lacking.exit_code, 1) << lacking.output;
  EXPECT_TRUE(has(lacking.output, "--list-expressions")) << lacking.output;
}

TEST_F(EmbeddingTasks, SaysWhatIsWrongWithItsArguments) {
  EXPECT_EQ(run("--data " + corpus_).exit_code, 2);
  EXPECT_EQ(run("bag-of-tokens --data " + corpus_ + " --tasks chess").exit_code, 2);
  const Outcome no_model = run((folder_ / "nowhere") + " --data " + corpus_);
  EXPECT_EQ(no_model.exit_code, 2) << no_model.output;
  EXPECT_TRUE(has(no_model.output, "nowhere")) << no_model.output;
  const Outcome no_data = run("bag-of-tokens --data " + (folder_ / "nothing"));
  EXPECT_EQ(no_data.exit_code, 2) << no_data.output;
  EXPECT_TRUE(has(no_data.output, "nothing")) << no_data.output;
}

}  // namespace
}  // namespace noether::cli
