// The command `noether eval`, on judgements and runs written by the test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class EvalCommand : public testing::Test {
 protected:
  void SetUp() override {
    write("qrels", "A.1 0 x 2\nA.1 0 y 1\nA.1 0 z 0\nA.2 0 x 3\nA.3 0 x 3\n");
    write("ours.run",
          "A.1 Q0 x 1 9 ours\nA.1 Q0 u 2 8 ours\nA.1 Q0 y 3 7 ours\nA.2 Q0 x 1 1 ours\n");
    write("theirs.run", "A.1 Q0 z 1 9 theirs\nA.1 Q0 x 2 8 theirs\nA.2 Q0 y 1 1 theirs\n");
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  // The arguments are relative to the folder of the files.
  Outcome eval(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER eval " + arguments);
  }

  base::TemporaryFolder folder_;
};

TEST_F(EvalCommand, PrintsATableOfRuns) {
  const Outcome outcome = eval("qrels ours.run theirs.run -m map,p@1,num_ret --threshold 2 2>&1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output,
            "noether eval: ours.run: 1 judged topic is not in the run and does not count: A.3\n"
            "noether eval: theirs.run: 1 judged topic is not in the run and does not count: A.3\n"
            "run     topics     map     p@1  num_ret\n"
            "ours         2  1.0000  1.0000        4  ████████████████████\n"
            "theirs       2  0.2500  0.0000        3  █████\n");
}

TEST_F(EvalCommand, PrintsTopicsWhenAsked) {
  EXPECT_EQ(eval("qrels ours.run -m map,p@1 -q --threshold 2 2>/dev/null").output,
            "topic     map     p@1\n"
            "A.1    1.0000  1.0000\n"
            "A.2    1.0000  1.0000\n"
            "\n"
            "run   topics     map     p@1\n"
            "ours       2  1.0000  1.0000  ████████████████████\n");
  EXPECT_THAT(eval("qrels ours.run theirs.run -m map -q --threshold 2 2>/dev/null").output,
              StartsWith("map    ours  theirs\n"
                         "A.1  1.0000  0.5000\n"
                         "A.2  1.0000  0.0000\n"));
}

TEST_F(EvalCommand, PrintsWhatTrecEvalPrints) {
  EXPECT_EQ(eval("qrels ours.run --trec -q -m runid,num_q,map,P_1,num_ret --threshold 2 "
                 "2>/dev/null")
                .output,
            "num_ret               \tA.1\t3\n"
            "map                   \tA.1\t1.0000\n"
            "P_1                   \tA.1\t1.0000\n"
            "num_ret               \tA.2\t1\n"
            "map                   \tA.2\t1.0000\n"
            "P_1                   \tA.2\t1.0000\n"
            "runid                 \tall\tours\n"
            "num_q                 \tall\t2\n"
            "num_ret               \tall\t4\n"
            "map                   \tall\t1.0000\n"
            "P_1                   \tall\t1.0000\n");
}

TEST_F(EvalCommand, PrintsJson) {
  EXPECT_EQ(
      eval("qrels ours.run -m \"map',num_ret'\" --json -q 2>/dev/null").output,
      "{\"qrels\": \"qrels\", \"threshold\": 1, \"runs\": [{\"run\": \"ours.run\", \"tag\": "
      "\"ours\", \"topics\": 2, \"means\": {\"map'\": 1, \"num_ret'\": 3}, \"by_topic\": "
      "{\"A.1\": {\"map'\": 1, \"num_ret'\": 2}, \"A.2\": {\"map'\": 1, \"num_ret'\": 1}}}]}\n");
}

TEST_F(EvalCommand, ComparesWithTheFirstRun) {
  const Outcome outcome = eval("qrels ours.run theirs.run -m map --threshold 2 --compare 2>&1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("map against ours"));
  EXPECT_THAT(outcome.output, HasSubstr("-0.7500"));
  EXPECT_EQ(eval("qrels ours.run --compare 2>/dev/null").exit_code, 2);
}

TEST_F(EvalCommand, TakesTheGeometricMeanOfTopicsTogetherOnly) {
  write("kinds", "topic kind\nA.1 proof\nA.2 proof\n");
  const std::string output =
      eval(
          "qrels theirs.run ours.run -m gm_map,map --threshold 2 -q --compare --categories kinds "
          "2>/dev/null")
          .output;
  EXPECT_THAT(output, StartsWith("map  "));
  EXPECT_THAT(output, Not(HasSubstr("gm_map against")));
  EXPECT_THAT(output, HasSubstr("theirs       2    0.0022    0.2500\n"));
}

TEST_F(EvalCommand, ReadsStandardInput) {
  EXPECT_THAT(eval("qrels - -m map <ours.run 2>/dev/null").output, HasSubstr("ours"));
}

TEST_F(EvalCommand, CountsFormulasOnceForWhatTheyLookLike) {
  write("map", "1 70\n2 70\n3 80\n");
  write("by-formula", "B.1 0 1 0\nB.1 0 2 2\nB.1 0 3 1\n");
  write("by-look", "B.1 0 70 2\nB.1 0 80 1\n");
  write("task2.run", "B.1\t3\t11\t1\t9\tours\nB.1\t1\t12\t2\t8\tours\nB.1\t2\t13\t3\t7\tours\n");
  const std::string measures = " -m num_ret,rr --threshold 2 --visual-ids map --trec 2>/dev/null";
  const std::string expected =
      "num_ret               \tall\t2\nrecip_rank            \tall\t0.5000\n";
  EXPECT_EQ(eval("by-formula task2.run" + measures).output, expected);
  EXPECT_EQ(eval("by-look task2.run" + measures).output, expected);
}

TEST_F(EvalCommand, CountsFormulasWithoutAVisualIdAloud) {
  write("map", "1 70\n");
  write("empty", "# none\n");
  write("by-look", "B.1 0 70 2\n");
  write("task2.run", "B.1\t3\t11\t1\t9\tours\nB.1\t1\t12\t2\t8\tours\n");
  EXPECT_THAT(eval("by-look task2.run -m rr --visual-ids map 2>&1").output,
              HasSubstr("task2.run: 1 result has no visual id"));
  const Outcome outcome = eval("by-look task2.run -m rr --visual-ids empty 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("no formula with a visual id"));
}

TEST_F(EvalCommand, LetsNoFileSteerTheTerminal) {
  write("bad.run", "A.1 Q0 y 2 \x1b[2J bad\n");
  EXPECT_THAT(eval("qrels bad.run 2>&1").output, HasSubstr("not ' [2J'"));
}

TEST_F(EvalCommand, RefusesOptionsItWouldNotHeed) {
  EXPECT_THAT(eval("qrels ours.run --answers known 2>&1").output,
              HasSubstr("--answers is for --task 3"));
  const Outcome outcome = eval("qrels ours.run --task 3 --prime 2>&1");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("--prime does not apply to --task 3"));
}

TEST_F(EvalCommand, NamesFileLineAndColumnOfABadLine) {
  write("bad.run", "A.1 Q0 x 1 9 bad\nA.1 Q0 y 2 high bad\nA.2 Q0 x 1 1 bad\n");
  const Outcome strict = eval("qrels bad.run 2>&1");
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_THAT(strict.output, HasSubstr("bad.run:2:12: expected a score, a number, not 'high'"));
  const Outcome lenient = eval("qrels bad.run --lenient -m num_ret --trec 2>&1");
  EXPECT_EQ(lenient.exit_code, 0);
  EXPECT_THAT(lenient.output, HasSubstr("1 line skipped"));
  EXPECT_THAT(lenient.output, HasSubstr("num_ret               \tall\t2\n"));
}

TEST_F(EvalCommand, SaysWhatIsOddOnStandardErrorOnly) {
  write("odd.qrels", "A.1 0 x 2\nA.1 0 y -1\n");
  write("odd.run", "A.1 Q0 x 1 1 odd\nA.1 Q0 y 2 5 odd\nA.9 Q0 x 1 1 odd\n");
  const Outcome outcome = eval("odd.qrels odd.run -m map 2>&1 >/dev/null");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("1 negative judgement"));
  EXPECT_THAT(outcome.output, HasSubstr("not in the order of the ranks in 1 topic"));
  EXPECT_THAT(outcome.output, HasSubstr("1 topic without judgements is left out: A.9"));
}

TEST_F(EvalCommand, TellsBadInputFromFailure) {
  EXPECT_EQ(eval("nothing ours.run 2>/dev/null").exit_code, 2);
  EXPECT_EQ(eval("qrels nothing 2>/dev/null").exit_code, 2);
  EXPECT_EQ(eval("qrels ours.run -m nothing 2>/dev/null").exit_code, 2);
  EXPECT_EQ(eval("qrels ours.run --trec -m rr@3 2>/dev/null").exit_code, 2);
  write("other.run", "Z Q0 x 1 1 other\n");
  const Outcome other = eval("qrels other.run 2>&1");
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.output, HasSubstr("none of its topics is judged"));
}

TEST_F(EvalCommand, LetsNoTagSteerTheTerminal) {
  write("evil.run", "A.1 Q0 x 1 1 e\x1b[2Jvil\n");
  EXPECT_THAT(eval("qrels evil.run 2>&1").output, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace noether::cli
