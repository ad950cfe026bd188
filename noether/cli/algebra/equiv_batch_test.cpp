// noether equiv --batch as its user runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

TEST(EquivBatch, AnswersALineForEachQuestionInOrder) {
  const Outcome made = shell(
      "printf 'x+x\\t2x\\nx\\tx+1\\nf(x)\\tg(x)\\n\\\\sin^2 x+\\\\cos^2 x\\t1\\nx=1\\t2x=2\\n' | "
      "NOETHER equiv --batch - 2>/dev/null");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output,
            "proven\tby normal forms\n"
            "refuted\tthe values differ\tx = 0\t0\t1\n"
            "unknown\talgebra cannot compute with the function f and the function g\n"
            "proven\tby normal forms\n"
            "proven\tthe differences of the sides are multiples of one another\n");
}

TEST(EquivBatch, ReadsJsonLinesAndKeepsTheirIds) {
  const Outcome made = shell(
      "printf '%s\\n' '{\"id\": \"q1\", \"a\": \"x+x\", \"b\": \"2x\"}' '{\"a\": \"x\"}' '{\"a\":' "
      "| "
      "NOETHER equiv --batch - 2>/dev/null");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_NE(made.output.find("{\"line\": 1, \"id\": \"q1\", \"verdict\": \"proven\""),
            std::string::npos)
      << made.output;
  EXPECT_NE(
      made.output.find("{\"line\": 2, \"verdict\": \"error\", \"reason\": \"the object has no "
                       "text 'b'\"}"),
      std::string::npos)
      << made.output;
  EXPECT_NE(made.output.find("{\"line\": 3, \"verdict\": \"error\""), std::string::npos);
}

TEST(EquivBatch, SaysThatABrokenObjectIsNoJson) {
  const Outcome made = shell("printf '{a: 1}\\n{ \"a\": \\n' | NOETHER equiv --batch - 2>&1");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_EQ(made.output.find("no tab"), std::string::npos) << made.output;
  EXPECT_NE(made.output.find("the line is not a JSON object"), std::string::npos) << made.output;
}

TEST(EquivBatch, AnswersBadLinesWithAnErrorAndGoesOn) {
  const Outcome made =
      shell("printf 'x\\n\\n\\\\frac{1\\t2\\nx=1\\t2\\n1+1\\t2\\n' | NOETHER equiv --batch - 2>&1");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_TRUE(
      made.output.starts_with("error\tthe line has no tab between two expressions\n"
                              "error\tthe line is blank\n"
                              "error\tA: "))
      << made.output;
  EXPECT_NE(made.output.find("\nerror\tone is an equation and the other an expression\nproven\t"),
            std::string::npos)
      << made.output;
  EXPECT_NE(made.output.find("5 questions: 1 proven, 0 refuted, 0 agree, 0 unknown, 4 errors\n"),
            std::string::npos)
      << made.output;
}

TEST(EquivBatch, WritesTheSameBytesWhateverTheNumberOfThreads) {
  const std::string questions =
      "for i in $(seq 1 300); do printf '(x+%d)^2\\tx^2+%dx+%d\\n' $i $((2*i)) $((i*i+i%7/6)); "
      "printf '\\\\sin(%dx)\\t\\\\cos(%dx)\\n' $i $i; done";
  const Outcome one = shell(questions + " | NOETHER equiv --batch - --threads 1 2>/dev/null");
  const Outcome many = shell(questions + " | NOETHER equiv --batch - --threads 7 2>/dev/null");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(one.output, many.output);
  EXPECT_EQ(std::count(one.output.begin(), one.output.end(), '\n'), 600);
}

TEST(EquivBatch, AnswersBeforeTheNextQuestionIsAsked) {
  // The second line is written only after the first answer was read.
  const Outcome made = shell(
      "d=$(mktemp -d); mkfifo $d/q $d/a; NOETHER equiv --batch - <$d/q >$d/a 2>/dev/null & "
      "exec 3>$d/q 4<$d/a; printf 'x\\tx\\n' >&3; read -r first <&4; printf 'x\\ty\\n' >&3; "
      "exec 3>&-; read -r second <&4; echo \"$first|$second\"; wait; rm -r $d");
  EXPECT_TRUE(made.output.starts_with("proven\tthe same expression|refuted\t")) << made.output;
}

TEST(EquivBatch, IsAskedForInsteadOfTwoExpressions) {
  EXPECT_NE(shell("NOETHER equiv --batch /no/such/file 2>/dev/null").exit_code, 0);
  EXPECT_EQ(shell("NOETHER equiv 2>/dev/null").exit_code, 2);
  EXPECT_NE(shell("NOETHER equiv --batch - x y </dev/null 2>/dev/null").exit_code, 0);
  EXPECT_EQ(shell("NOETHER equiv --batch - </dev/null 2>/dev/null").exit_code, 0);
}

}  // namespace
}  // namespace noether::cli
