// noether corpus split, pairs, triplets and tasks, as a user runs them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

class CorpusTraining : public testing::Test {
 protected:
  CorpusTraining() {
    std::ofstream(corpus_) << "sin * 2 x\n* 2 * sin x cos x\n/ 1 csc * 2 x\n\n"
                              "pow + x 1 2\n+ pow x 2 + * 2 x 1\n* + x 1 + x 1\n\n"
                              "exp * 2 x\npow exp x 2\n\n"
                              "+ 0 sin * x 2\n* 1 sin * x 2\n";
  }

  base::TemporaryFolder folder_;
  std::string corpus_ = folder_ / "corpus.txt";
};

TEST_F(CorpusTraining, SplitsByClusterAndSaysHow) {
  const Outcome split = shell("NOETHER corpus split " + corpus_ + " --shares 50,25,25 -o " +
                              (folder_ / "split") + " 2>&1");
  EXPECT_EQ(split.exit_code, 0) << split.output;
  EXPECT_NE(split.output.find("4 clusters in 3 groups, the largest of 2"), std::string::npos)
      << split.output;
  for (const char* const side : {"train", "validation", "test"}) {
    EXPECT_TRUE(
        std::filesystem::exists(folder_ / ("split/" + std::string(side) + "/manifest.json")));
  }
  // Each command reads the output of another.
  const Outcome pairs = shell("NOETHER corpus pairs " + (folder_ / "split/train") + " -n 5 -o " +
                              (folder_ / "pairs.tsv") + " 2>&1");
  EXPECT_EQ(pairs.exit_code, 0) << pairs.output;
}

TEST_F(CorpusTraining, SplitsStandardInputAndGivesClustersTheirFingerprints) {
  const std::string options = " --shares 100,0,0 -o ";
  EXPECT_EQ(
      shell("NOETHER corpus split - < " + corpus_ + options + (folder_ / "a") + " 2>&1").exit_code,
      0);
  EXPECT_EQ(shell("grep -c sin " + (folder_ / "a/train/clusters.jsonl")).output, "2\n");
  EXPECT_EQ(shell("grep -c '\"0000000000' " + (folder_ / "a/train/clusters.jsonl")).output, "0\n");
  // The format of an imported corpus.
  const std::string prints = "/clusters.jsonl | cut -d, -f3 | sort)";
  EXPECT_EQ(shell("cd " + folder_.path() +
                  "; NOETHER corpus import corpus.txt --format jsonl -o b "
                  ">/dev/null 2>&1; bash -c 'diff <(cat a/train" +
                  prints + " <(cat b" + prints + "' 2>&1")
                .output,
            "");
}

TEST_F(CorpusTraining, LeavesOutWhatIsHeldOutAndSaysHowMuch) {
  std::ofstream(folder_ / "held.txt") << "* 2 * cos y sin y\n";
  const Outcome split = shell("NOETHER corpus split " + corpus_ + " --without " +
                              (folder_ / "held.txt") + " -o " + (folder_ / "split") + " 2>&1");
  EXPECT_EQ(split.exit_code, 0) << split.output;
  EXPECT_NE(split.output.find("left out            2 clusters           5 members, for 1 that"),
            std::string::npos)
      << split.output;
  EXPECT_EQ(shell("cat " + folder_.path() + "/split/*/clusters.jsonl | grep -c sin").output, "0\n");
}

TEST_F(CorpusTraining, WritesVariedMembersAndTheirDistractors) {
  const std::string in = "cd " + folder_.path() + "; ";
  ASSERT_EQ(shell(in + "NOETHER corpus import corpus.txt --format shards -o shards 2>&1").exit_code,
            0);
  const Outcome varied =
      shell(in + "NOETHER corpus vary shards --share 100 --members 2 --seed 3 -o varied 2>&1");
  EXPECT_EQ(varied.exit_code, 0) << varied.output;
  EXPECT_NE(varied.output.find("4 clusters, 8 members in varied"), std::string::npos)
      << varied.output;
  const Outcome made = shell(in + "NOETHER corpus distractors varied -o distractors 2>&1");
  EXPECT_EQ(made.output,
            "8 distractors of 4 clusters in distractors; 0 clusters without a certified one\n");
  const Outcome verified = shell(in + "NOETHER corpus verify varied 2>&1");
  EXPECT_EQ(verified.exit_code, 0) << verified.output;
  const Outcome refused = shell(in + "NOETHER corpus distractors corpus.txt -o d2 2>&1");
  EXPECT_EQ(refused.exit_code, 2) << refused.output;
}

TEST_F(CorpusTraining, RefusesSharesThatAreNone) {
  const Outcome split = shell("NOETHER corpus split " + corpus_ + " --shares 0,0,0 -o " +
                              (folder_ / "split") + " 2>&1");
  EXPECT_EQ(split.exit_code, 2);
  EXPECT_NE(split.output.find("90,5,5"), std::string::npos) << split.output;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "split"));
}

TEST_F(CorpusTraining, WritesTheSamePairsForTheSameSeed) {
  for (const char* const name : {"a", "b"}) {
    EXPECT_EQ(shell("NOETHER corpus pairs " + corpus_ + " -n 10 --seed 3 -o " + (folder_ / name) +
                    " 2>&1")
                  .output,
              "10 of 16 ordered pairs in " + (folder_ / name) + "\n");
  }
  EXPECT_EQ(shell("cmp " + (folder_ / "a") + " " + (folder_ / "b") + " 2>&1").output, "");
  EXPECT_EQ(shell("wc -l < " + (folder_ / "a")).output, "10\n");
}

TEST_F(CorpusTraining, WritesTripletsOfTheKindsAskedFor) {
  const Outcome made = shell("NOETHER corpus triplets " + corpus_ +
                             " -n 20 --negatives near,random --format jsonl --threads 2 -o " +
                             (folder_ / "t.jsonl") + " 2>&1");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_EQ(shell("grep -c '\"kind\":\"near\"' " + (folder_ / "t.jsonl")).output, "10\n");
  EXPECT_EQ(shell("grep -c '\"kind\":\"random\"' " + (folder_ / "t.jsonl")).output, "10\n");
}

TEST_F(CorpusTraining, WritesPairsAndTripletsToStandardOutput) {
  for (const std::string command : {"pairs", "triplets"}) {
    const Outcome made = shell("cd " + folder_.path() + " && NOETHER corpus " + command + " " +
                               corpus_ + " -n 5 -o - 2>summary | wc -l && ls && cat summary");
    EXPECT_TRUE(made.output.starts_with("5\ncorpus.txt\nsummary\n5 ")) << made.output;
    EXPECT_NE(made.output.find("in standard output"), std::string::npos) << made.output;
  }
}

TEST_F(CorpusTraining, RefusesToWriteOverItsInputAndWhatIsNoFile) {
  for (const std::string command : {"pairs", "triplets"}) {
    const Outcome over = shell("NOETHER corpus " + command + " " + corpus_ + " -n 5 -o " + corpus_ +
                               " 2>&1; grep -c pow " + corpus_);
    EXPECT_NE(over.output.find("the file that is read"), std::string::npos) << over.output;
    EXPECT_TRUE(over.output.ends_with("\n3\n")) << over.output;
    const Outcome pipe =
        shell("cd " + folder_.path() + " && rm -f pipe && mkfifo pipe && " + "NOETHER corpus " +
              command + " " + corpus_ + " -n 5 -o pipe 2>&1; test -p pipe && echo still a pipe");
    EXPECT_NE(pipe.output.find("not a plain file"), std::string::npos) << pipe.output;
    EXPECT_TRUE(pipe.output.ends_with("still a pipe\n")) << pipe.output;
  }
}

TEST_F(CorpusTraining, RefusesMoreThreadsThanAreEverStarted) {
  for (const std::string command : {"triplets -n 3", "tasks", "merge", "import", "generate"}) {
    const Outcome made =
        shell("NOETHER corpus " + command + (command == "generate" ? "" : " " + corpus_) +
              " --threads 99999 -o " + (folder_ / "out") + " 2>&1");
    EXPECT_EQ(made.exit_code, 2) << command;
    EXPECT_NE(made.output.find("--threads"), std::string::npos) << made.output;
  }
}

TEST_F(CorpusTraining, TellMachinesAsJson) {
  EXPECT_EQ(
      shell("cd " + folder_.path() + " && NOETHER corpus pairs --json -n 5 -o p " + corpus_).output,
      "{\"file\": \"p\", \"lines\": 5, \"pairs_available\": \"16\"}\n");
  EXPECT_TRUE(
      shell("cd " + folder_.path() + " && NOETHER corpus triplets --json -n 5 -o t " + corpus_)
          .output.starts_with("{\"file\": \"t\", \"lines\": 5, \"skipped\": "));
  EXPECT_TRUE(
      shell("cd " + folder_.path() + " && NOETHER corpus tasks --json --items 2 -o s " + corpus_)
          .output.starts_with("{\"folder\": \"s\", \"semantic_items\": 2, \"derivations\": 2, "));
}

TEST_F(CorpusTraining, SaysWhenThereAreFewerPairsThanAskedFor) {
  EXPECT_EQ(shell("NOETHER corpus pairs " + corpus_ + " -n 17 -o " + (folder_ / "p")).output,
            "17 ordered pairs in " + (folder_ / "p") +
                "; there are only 16 different ones, so some repeat\n");
}

TEST_F(CorpusTraining, RefusesAKindOfNegativeThatThereIsNot) {
  const Outcome made = shell("NOETHER corpus triplets " + corpus_ + " -n 20 --negatives easy -o " +
                             (folder_ / "t") + " 2>&1");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_NE(made.output.find("easy"), std::string::npos) << made.output;
}

TEST_F(CorpusTraining, WritesTaskSets) {
  const Outcome made =
      shell("NOETHER corpus tasks " + corpus_ + " --items 4 -o " + (folder_ / "tasks") + " 2>&1");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_NE(made.output.find("584 analogies"), std::string::npos) << made.output;
  EXPECT_EQ(shell("wc -l < " + (folder_ / "tasks/semantic.jsonl")).output, "4\n");
  EXPECT_EQ(shell("wc -l < " + (folder_ / "tasks/derivations.jsonl")).output, "4\n");
}

TEST_F(CorpusTraining, SayWhatIsWrongWithTheInput) {
  std::ofstream(folder_ / "broken.txt") << "sin x\n+ x\n";
  for (const char* const command : {"pairs -n 3", "triplets -n 3", "tasks", "split"}) {
    const Outcome made = shell("NOETHER corpus " + std::string(command) + " " +
                               (folder_ / "absent.txt") + " -o " + (folder_ / "out") + " 2>&1");
    EXPECT_EQ(made.exit_code, 2) << command;
    EXPECT_NE(made.output.find("absent.txt"), std::string::npos) << made.output;
    const Outcome broken = shell("NOETHER corpus " + std::string(command) + " " +
                                 (folder_ / "broken.txt") + " -o " + (folder_ / "out") + " 2>&1");
    EXPECT_EQ(broken.exit_code, 1) << command;
    EXPECT_NE(broken.output.find("broken.txt:2"), std::string::npos) << broken.output;
  }
}

}  // namespace
}  // namespace noether::cli
