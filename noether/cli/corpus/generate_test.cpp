// noether corpus generate and verify as their user runs them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

const std::string kSmall =
    "NOETHER corpus generate --templates " NOETHER_SOURCE_DIR
    "/noether/egen/corpus/golden/small.templates --per-cluster 6 --max-tokens 11 "
    "--nodes 400 --seed 5 ";

TEST(CorpusGenerate, WritesACorpusAndSaysWhatIsInIt) {
  const base::TemporaryFolder folder;
  const std::string corpus = folder / "corpus";
  const Outcome made = shell(kSmall + "-o " + corpus + " 2>/dev/null");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_NE(made.output.find("clusters "), std::string::npos) << made.output;
  EXPECT_NE(made.output.find("most common root's share"), std::string::npos) << made.output;
  EXPECT_TRUE(shell("cat " + corpus + "/clusters.txt").output.starts_with("sin + x 1\n"));
}

TEST(CorpusGenerate, TellsMachinesAsJson) {
  const base::TemporaryFolder folder;
  const Outcome made =
      shell(kSmall + "--limit 3 --json -o " + (folder / "corpus") + " 2>/dev/null");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_TRUE(made.output.starts_with("{\"folder\": ")) << made.output;
  EXPECT_NE(made.output.find("\"clusters\": 3"), std::string::npos) << made.output;
}

TEST(CorpusGenerate, ReadsExpressionsFromAFile) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "mine.txt") << "\\sin 2x\n+ x sin x\nno \\such{thing\n";
  const std::string corpus = folder / "corpus";
  const Outcome made = shell("NOETHER corpus generate --from-file " + (folder / "mine.txt") +
                             " --per-cluster 4 --max-tokens 11 --nodes 200 -o " + corpus + " 2>&1");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_NE(made.output.find("mine.txt:3"), std::string::npos) << made.output;
  EXPECT_TRUE(shell("cat " + corpus + "/clusters.txt").output.starts_with("sin * 2 x\n"));
}

TEST(CorpusGenerate, RefusesClustersThatAreTooLargeToStoreBeforeItMakesThem) {
  const Outcome made = shell(
      "NOETHER corpus generate --limit 1 -o /nowhere/corpus --per-cluster 1000000 "
      "--max-tokens 200 2>&1");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_NE(made.output.find("too large to store"), std::string::npos) << made.output;
}

TEST(CorpusGenerate, RefusesAShardThatThereIsNot) {
  const base::TemporaryFolder folder;
  for (const char* part : {"5/4", "0/4", "4", "a/b", "1/4x", "-1/4"}) {
    const Outcome refused = shell(kSmall + "--shard=" + part + " -o " + (folder / "c") + " 2>&1");
    EXPECT_EQ(refused.exit_code, 2) << part;
    EXPECT_NE(refused.output.find("the first of four is 1/4"), std::string::npos) << refused.output;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "c"));
}

TEST(CorpusGenerate, NamesThePlaceOfAnOperatorThatIsUnknown) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "bad.templates") << "# one\nodd: (+ x (sinus x))\n";
  const Outcome refused = shell("NOETHER corpus generate --templates " +
                                (folder / "bad.templates") + " -o " + (folder / "c") + " 2>&1");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.output.find("bad.templates:2:"), std::string::npos) << refused.output;
  EXPECT_NE(refused.output.find("sinus"), std::string::npos) << refused.output;
}

TEST(CorpusGenerate, SaysWhenTheFolderCannotBeMade) {
  const Outcome refused = shell(kSmall + "-o /dev/null/corpus 2>&1");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.output.find("/dev/null/corpus"), std::string::npos) << refused.output;
}

TEST(CorpusGenerate, SaysWhatDiffersWhenTheFolderHoldsAnotherCorpus) {
  const base::TemporaryFolder folder;
  const std::string corpus = folder / "corpus";
  ASSERT_EQ(shell(kSmall + "--limit 2 -o " + corpus + " 2>&1").exit_code, 0);
  const Outcome refused = shell(kSmall + "--limit 2 --twins -o " + corpus + " 2>&1");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.output.find("twins"), std::string::npos) << refused.output;
}

TEST(CorpusGenerate, StopsAtASignalAndGoesOnToTheSameBytes) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "many.templates") << "set n: 2..99\nmany: (sin (+ (* ~n.1 x) ~n.2))\n";
  const std::string command = "NOETHER corpus generate --templates " + (folder / "many.templates") +
                              " --limit 320 --per-cluster 5 --max-tokens 13 --nodes 1000 "
                              "--threads 1 -o ";
  const std::string corpus = folder / "corpus";
  // Sends the signal once the first block exists, so that it interrupts the work.
  const Outcome stopped =
      shell(command + corpus + " 2>&1 & pid=$!; until ls " + corpus +
            "/blocks/*.shard >/dev/null 2>&1 || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done; "
            "kill -INT $pid; wait $pid");
  EXPECT_EQ(stopped.exit_code, 2) << stopped.output;
  EXPECT_NE(stopped.output.find("the same command continues from there"), std::string::npos)
      << stopped.output;
  EXPECT_FALSE(std::filesystem::exists(corpus + "/manifest.json"));

  const Outcome resumed = shell(command + corpus + " 2>/dev/null");
  EXPECT_EQ(resumed.exit_code, 0);
  EXPECT_NE(resumed.output.find("clusters from earlier runs"), std::string::npos) << resumed.output;
  const std::string straight = folder / "straight";
  ASSERT_EQ(shell(command + straight + " 2>/dev/null").exit_code, 0);
  EXPECT_EQ(shell("diff -r " + corpus + " " + straight + " 2>&1").output, "");
}

TEST(CorpusStats, ShowsTablesChartsAndJson) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "a.txt") << "+ x 1\n- x -1\n\nsin x\n* 1 sin x\n";
  std::ofstream(folder / "b.txt") << "cos x\ncos * -1 x\n";
  const std::string both = (folder / "a.txt") + " " + (folder / "b.txt");
  const Outcome shown = shell("NOETHER corpus stats " + both + " --svg " + (folder / "c.svg") +
                              " --html " + (folder / "c.html") + " 2>&1");
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_NE(shown.output.find("a.txt      b.txt"), std::string::npos) << shown.output;
  EXPECT_NE(shown.output.find("clusters                             2          1"),
            std::string::npos)
      << shown.output;
  EXPECT_TRUE(shell("cat " + (folder / "c.svg")).output.starts_with("<svg "));
  EXPECT_TRUE(shell("cat " + (folder / "c.html")).output.starts_with("<!doctype html>"));
  const Outcome json = shell("NOETHER corpus stats --json " + (folder / "a.txt"));
  EXPECT_NE(json.output.find("\"expressions\": 4"), std::string::npos) << json.output;
}

TEST(CorpusStats, KeepsAnOldPageWhenThereIsNoRoomForTheNewOne) {
  const Outcome made = shell(
      "folder=$(mktemp -d); cd $folder; printf 'x\\n* 1 x\\n' > c; echo old > page; ulimit -f 1; "
      "NOETHER corpus stats --html page c >/dev/null 2>&1; code=$?; cat page; ls; rm -r $folder; "
      "exit $code");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_EQ(made.output, "old\nc\npage\n");
}

TEST(CorpusStats, SaysThatThereIsNoSuchCorpus) {
  const Outcome missing = shell("NOETHER corpus stats /no/such/corpus 2>&1");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.output.find("/no/such/corpus"), std::string::npos) << missing.output;
}

Outcome verify(const std::string& lines, const std::string& options = "") {
  return shell("file=$(mktemp); printf '" + lines + "' > $file; NOETHER corpus verify " + options +
               " $file 2>&1; code=$?; rm $file; exit $code");
}

TEST(CorpusVerify, PassesWhatIsEqual) {
  const Outcome made = verify("+ x 1\\n- x -1\\n\\nacot x\\natan / 1 x\\n");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_TRUE(made.output.starts_with("2 clusters, 4 members")) << made.output;
}

TEST(CorpusVerify, ShowsTheFalseMemberWithItsPoint) {
  const Outcome made = verify("acot x\\n- / pi 2 atan x\\n");
  EXPECT_EQ(made.exit_code, 1) << made.output;
  EXPECT_NE(made.output.find("member 2, at x = -"), std::string::npos) << made.output;
  EXPECT_NE(made.output.find("- / pi 2 atan x    "), std::string::npos) << made.output;
}

TEST(CorpusVerify, WritesAReportForMachines) {
  const Outcome made = shell(
      "folder=$(mktemp -d); printf 'asin sin x\\nx\\n' > $folder/corpus; "
      "NOETHER corpus verify --json --report $folder/report $folder/corpus; code=$?; "
      "cat $folder/report; rm -r $folder; exit $code");
  EXPECT_EQ(made.exit_code, 1) << made.output;
  EXPECT_NE(made.output.find("\"refuted\": 1"), std::string::npos) << made.output;
  EXPECT_NE(made.output.find("\"expression\": \"x\""), std::string::npos) << made.output;
}

TEST(CorpusVerify, KeepsAnOldReportWhenTheCorpusIsBroken) {
  const Outcome made = shell(
      "folder=$(mktemp -d); cd $folder; echo old > report; printf 'asin sin x\\nx\\n\\n+ x\\n' > "
      "c; "
      "NOETHER corpus verify --report report c 2>/dev/null; code=$?; cat report; ls; "
      "NOETHER corpus verify --report c c 2>&1; rm -r $folder; exit $code");
  EXPECT_EQ(made.exit_code, 1) << made.output;
  EXPECT_TRUE(made.output.starts_with("old\nc\nreport\n")) << made.output;
  EXPECT_NE(made.output.find("it is the file that is read"), std::string::npos) << made.output;
}

TEST(CorpusVerify, RefusesWhatIsNotThere) {
  EXPECT_EQ(shell("NOETHER corpus verify /nowhere/at/all 2>/dev/null").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
