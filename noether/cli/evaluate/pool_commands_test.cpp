// The commands `noether pool`, `noether agreement` and `noether eval --task 3`, on files written by
// the test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class PoolCommands : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  static std::string read(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }

  base::TemporaryFolder folder_;
};

TEST_F(PoolCommands, PoolJudgeMergeAndScore) {
  const std::string ours = write("ours.run",
                                 "A.1 Q0 11 1 3.0 ours\nA.1 Q0 12 2 2.0 ours\n"
                                 "A.1 Q0 13 3 1.0 ours\n");
  const std::string theirs = write("theirs.run", "A.1 Q0 13 1 9 theirs\nA.1 Q0 14 2 8 theirs\n");
  const Outcome built = shell("NOETHER pool build " + ours + " --alternate " + theirs +
                              " --depth 2 --alternate-depth 1 -o " + path("pool.tsv") +
                              " --sources " + path("sources.tsv") + " --json 2>&1");
  ASSERT_EQ(built.exit_code, 0) << built.output;
  EXPECT_THAT(built.output, HasSubstr(R"("topics": 1, "items": 3)"));
  EXPECT_THAT(built.output, HasSubstr(R"({"run": "theirs", "items": 1, "alone": 1})"));
  const std::string pool = read(path("pool.tsv"));
  EXPECT_THAT(pool, HasSubstr("A.1\t0\t11\t-1\n"));
  EXPECT_THAT(pool, HasSubstr("A.1\t0\t13\t-1\n"));
  EXPECT_THAT(pool, Not(HasSubstr("\t14\t")));
  EXPECT_THAT(read(path("sources.tsv")), HasSubstr("A.1\t13\ttheirs\n"));

  const std::string judged = write("ann.tsv", "A.1 0 11 3\nA.1 0 12 -2\n");
  const Outcome merged = shell("NOETHER pool merge " + judged + " --pool " + path("pool.tsv") +
                               " -o " + path("qrels.tsv") + " 2>&1");
  EXPECT_EQ(merged.exit_code, 1);
  EXPECT_THAT(merged.output, HasSubstr("not judged: A.1 13"));
  EXPECT_EQ(read(path("qrels.tsv")), "A.1\t0\t11\t3\n");
  const Outcome scored = shell("NOETHER eval " + path("qrels.tsv") + " " + ours + " -m p@1 2>&1");
  EXPECT_EQ(scored.exit_code, 0) << scored.output;
}

TEST_F(PoolCommands, PoolFormulasByTheirVisualIds) {
  const std::string run = write("r.run",
                                "B.1 Q0 1 1 9 r\nB.1 Q0 2 2 8 r\nB.1 Q0 3 3 7 r\n"
                                "B.1 Q0 4 4 6 r\n");
  const std::string map = write("map.tsv", "1 10\n2 10\n3 20\n4 30\n");
  const Outcome built = shell("NOETHER pool build " + run + " --visual-ids " + map +
                              " --depth 2 --instances 1 -o - 2>/dev/null");
  EXPECT_EQ(built.exit_code, 0);
  EXPECT_THAT(built.output, HasSubstr("B.1\t0\t1\t-1\n"));
  EXPECT_THAT(built.output, HasSubstr("B.1\t0\t3\t-1\n"));
  EXPECT_EQ(std::ranges::count(built.output, '\n'), 2);
}

TEST_F(PoolCommands, SayWhatIsWrong) {
  EXPECT_EQ(shell("NOETHER pool build -o - 2>&1").exit_code, 2);
  EXPECT_EQ(shell("NOETHER pool build " + path("none.run") + " -o - 2>&1").exit_code, 2);
  const std::string bad = write("bad.run", "A.1 Q0 11 one 3.0 ours\n");
  const Outcome malformed = shell("NOETHER pool build " + bad + " -o - 2>&1");
  EXPECT_EQ(malformed.exit_code, 1);
  EXPECT_THAT(malformed.output, HasSubstr("bad.run:1:11"));
  const Outcome unknown = shell("NOETHER pool join 2>&1");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.output, HasSubstr("there is no command 'join'"));
  const std::string first = write("a.tsv", "A.1 0 1 0\n");
  const std::string second = write("b.tsv", "A.1 0 1 3\n");
  const Outcome conflict = shell("NOETHER pool merge " + first + " " + second + " -o - 2>&1");
  EXPECT_EQ(conflict.exit_code, 1);
  EXPECT_THAT(conflict.output, HasSubstr("has grade 0 in"));
  const Outcome settled =
      shell("NOETHER pool merge " + first + " " + second + " --conflicts highest -o - 2>/dev/null");
  EXPECT_EQ(settled.output, "A.1\t0\t1\t3\n");
}

TEST_F(PoolCommands, SayThatThereIsNothingInEmptyFiles) {
  const std::string empty = write("empty", "");
  const Outcome built = shell("NOETHER pool build " + empty + " -o " + path("pool.tsv") + " 2>&1");
  EXPECT_EQ(built.exit_code, 1);
  EXPECT_THAT(built.output, HasSubstr("the runs are empty"));
  EXPECT_FALSE(std::ifstream(path("pool.tsv")));
  const Outcome merged =
      shell("NOETHER pool merge " + empty + " " + empty + " -o " + path("qrels.tsv") + " 2>&1");
  EXPECT_EQ(merged.exit_code, 1);
  EXPECT_THAT(merged.output, HasSubstr("the files are empty"));
  EXPECT_FALSE(std::ifstream(path("qrels.tsv")));
}

TEST_F(PoolCommands, AgreementPrintsKappaOfTwoAssessors) {
  const std::string ann = write("ann.tsv", "A.1 0 1 3\nA.1 0 2 0\nA.1 0 3 2\nA.2 0 1 0\n");
  const std::string bob = write("bob.tsv", "A.1 0 1 2\nA.1 0 2 0\nA.1 0 3 2\nA.2 0 1 0\n");
  const Outcome text = shell("NOETHER agreement " + ann + " " + bob + " -q 2>&1");
  EXPECT_EQ(text.exit_code, 0) << text.output;
  // By grade 3 of 4 agree, by chance 6 of 16 would; two-way all agree.
  EXPECT_THAT(text.output, HasSubstr("4  0.750  0.6000 ±"));
  EXPECT_THAT(text.output, HasSubstr("1.0000 ± 0.0000"));
  EXPECT_THAT(text.output, HasSubstr("A.1 ann - bob"));
  const Outcome json = shell("NOETHER agreement " + ann + " " + bob + " --json");
  EXPECT_THAT(json.output, StartsWith(R"({"grades": [0, 2, 3], "pairs": [{"first": "ann")"));
  EXPECT_THAT(json.output, HasSubstr(R"("kappa": 0.6)"));
}

TEST_F(PoolCommands, AgreementOfFilesThatShareNothingIsBadInput) {
  const std::string ann = write("ann.tsv", "A.1 0 1 3\n");
  const std::string bob = write("bob.tsv", "A.2 0 1 2\n");
  const Outcome outcome = shell("NOETHER agreement " + ann + " " + bob + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("no two assessors judged the same result"));
  EXPECT_EQ(shell("NOETHER agreement " + ann + " 2>&1").exit_code, 2);
}

TEST_F(PoolCommands, HelpShowsExamplesThatWork) {
  for (const std::string command : {"pool build", "pool merge", "agreement"}) {
    const std::string help = shell("NOETHER " + command + " --help").output;
    const std::size_t example = help.find("Example:\n");
    ASSERT_NE(example, std::string::npos) << command;
    const Outcome outcome =
        shell("exec 2>&1; set -e; cd " + path("") + "; noether() { NOETHER \"$@\"; }" +
              help.substr(help.find('\n', example)));
    EXPECT_EQ(outcome.exit_code, 0) << command << ": " << outcome.output;
  }
}

TEST_F(PoolCommands, EvalScoresWrittenAnswers) {
  const std::string run = write("mine.tsv",
                                "A.1\t1\t1.0\tmine\tnone\tUse a b\n"
                                "A.2\t1\t0.9\tmine\tnone\tBy induction\n");
  const std::string qrels = write("qrels.tsv", "A.1 0 mine 3\nA.2 0 mine 1\n");
  const std::string known =
      write("known.jsonl", R"({"topic": "A.1", "id": "7", "text": "Use a c", "grade": 3})"
                           "\n");
  const std::string annotations = write("annotations.tsv", "A.1 mine 1 0\n");
  const std::string files =
      qrels + " " + run + " --answers " + known + " --annotations " + annotations;
  const Outcome outcome = shell("NOETHER eval --task 3 " + files + " --json 2>&1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr(R"("ar": {"mean": 2, "topics": 2})"));
  EXPECT_THAT(outcome.output, HasSubstr(R"("p@1": {"mean": 0.5, "topics": 2})"));
  EXPECT_THAT(outcome.output, HasSubstr(R"("lo": {"mean": 0.6666666666666666, "topics": 1})"));
  EXPECT_THAT(outcome.output, HasSubstr(R"("mg": {"mean": 1, "topics": 1})"));
  const Outcome text = shell("NOETHER eval --task 3 " + files + " -q 2>&1");
  EXPECT_THAT(text.output, HasSubstr("mine    2.0000      2   0.5000      2   0.6667      1"));
  const std::string ranking = write("ranked.run", "A.1 Q0 mine 1 2.0 r\nA.1 Q0 other 2 1.0 r\n");
  const Outcome ranked = shell("NOETHER eval --task 3 --format trec " + qrels + " " + ranking);
  EXPECT_THAT(ranked.output, HasSubstr("3.0000      1   1.0000      1"));
}

TEST_F(PoolCommands, EvalBreaksScoresDownAndCorrelatesMeasures) {
  const std::string first = write("first.run", "A.1 Q0 1 1 2 one\nA.2 Q0 1 1 2 one\n");
  const std::string second = write("second.run", "A.1 Q0 2 1 2 two\nA.2 Q0 1 1 2 two\n");
  const std::string qrels = write("qrels.tsv", "A.1 0 1 1\nA.1 0 2 0\nA.2 0 1 1\n");
  const std::string kinds = write("kinds.tsv", "topic type\nA.1 proof\nA.2 concept\n");
  const Outcome outcome = shell("NOETHER eval " + qrels + " " + first + " " + second +
                                " -m map,p@1 --categories " + kinds + " --correlate 2>&1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("type: proof"));
  EXPECT_THAT(outcome.output, HasSubstr("two       1    0.0000"));
  EXPECT_THAT(outcome.output, HasSubstr("map p@1                      1.0000     1.0000"));
}

}  // namespace
}  // namespace noether::cli
