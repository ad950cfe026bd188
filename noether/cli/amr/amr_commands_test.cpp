// The commands of `noether amr`, on files written by the test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;

class AmrCommands : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = folder_ / name;
    std::ofstream(path) << text;
    return path;
  }

  base::TemporaryFolder folder_;
};

TEST_F(AmrCommands, ScoreGraphs) {
  const std::string gold = write("gold.txt",
                                 "# ::id 1\n(w / want-01 :ARG0 (b / boy))\n\n"
                                 "# ::id 2\n(a / alpha :polarity -)\n");
  const std::string parsed = write("parsed.txt",
                                   "# ::id 1\n(w / want-01 :ARG1 (b / boy))\n\n"
                                   "(a / alpha)\n");
  for (const std::string options : {"", " --exact"}) {
    const Outcome scored = shell("NOETHER amr score " + gold + " " + parsed + options + " --each");
    EXPECT_EQ(scored.exit_code, 0);
    EXPECT_THAT(scored.output, HasSubstr("1                0.7500 0.7500 0.7500 "));
    EXPECT_THAT(scored.output, HasSubstr("2                1.0000 0.6667 0.8000 "));
    EXPECT_THAT(scored.output, HasSubstr("smatch           0.8333 0.7143 0.7692 "));
    EXPECT_THAT(scored.output, HasSubstr("negation         0.0000 0.0000 0.0000 "));
    EXPECT_THAT(scored.output, HasSubstr("unlabelled       1.0000 0.8571 0.9231 "));
  }
  const Outcome json = shell("NOETHER amr score " + gold + " - --json < " + parsed);
  EXPECT_THAT(json.output, HasSubstr(R"("pairs": 2, "smatch": {"precision": 0.8333)"));
  EXPECT_THAT(json.output, HasSubstr(R"("matched": 5, "gold": 7, "predicted": 6})"));
}

TEST_F(AmrCommands, ScoreSaysWhatIsWrong) {
  const std::string one = write("one.txt", "# ::id 1\n(a / b)\n");
  const std::string two = write("two.txt", "# ::id 1\n(a / b)\n\n# ::id 2\n(a / b)\n");
  const std::string other = write("other.txt", "# ::id 3\n(a / b)\n");
  const std::string broken = write("broken.txt", "# ::id 1\n(a / b\n");
  Outcome outcome = shell("NOETHER amr score " + one + " " + two + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("1 graphs and 2 graphs cannot be compared in pairs"));
  outcome = shell("NOETHER amr score " + one + " " + other + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("pair 1 has the ids 1 and 3"));
  outcome = shell("NOETHER amr score " + one + " " + broken + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output,
              HasSubstr("broken.txt: line 2, column 1: this bracket is not closed"));
  outcome = shell("NOETHER amr score " + one + " " + broken + " --lenient 2>/dev/null");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("smatch           0.0000 0.0000 0.0000        0        2"));
  EXPECT_EQ(shell("NOETHER amr score " + one + " missing.txt 2>&1").exit_code, 2);
  const std::string empty = write("empty.txt", "");
  EXPECT_EQ(shell("NOETHER amr score " + empty + " " + empty + " 2>&1").exit_code, 1);
}

constexpr std::string_view kTable =
    "id\ttopic_id\tformula\n"
    "q_1\tA.7\t<math><ci>n</ci></math>\n"
    "q_2\tA.7\t<math><apply><plus/><ci>n</ci><cn>1</cn></apply></math>\n"
    "q_1\tA.8\t<math><ci>m</ci></math>\n";

TEST_F(AmrCommands, PutFormulasIntoGraphsAsThePaperDoes) {
  const std::string table = write("formulas.tsv", std::string(kTable));
  const std::string graphs =
      write("graphs.jsonl",
            R"j({"topic": "B.7", "amr_before_splice": "(s / string-entity :value \"eqx2eqx\")"})j"
            "\n"
            R"j({"topic": "B.8", "amr_before_splice": "(s / string-entity :value \"eqx1eqx\")"})j"
            "\n");
  const Outcome made =
      shell("NOETHER amr mathamr " + graphs + " --formulas " + table + " --compatible --linearize");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output,
              HasSubstr(R"j("mathamr":"(s / string-entity :value MATH \n :math (U1 / plus)j"
                        R"j( :op0(V1 / n) :op0(N1 / 1)))","linearized":)j"
                        R"j("string-entity plus 1 n"})j"));
  EXPECT_THAT(made.output, HasSubstr(R"j("linearized":"string-entity m"})j"));
  const std::string again = write("again.jsonl", made.output);
  EXPECT_EQ(shell("NOETHER amr linearize " + again + " --compatible").output, made.output);
}

TEST_F(AmrCommands, PutFormulasIntoGraphs) {
  const std::string table = write("formulas.tsv", "id\tformula\n1\tn\n2\tn+1\n3\t{\n");
  const std::string graphs = write("graphs.txt",
                                   "# ::id a\n# ::snt eqx1eqx, then eqx2eqx\n"
                                   "(p / prime :domain eqx1eqx)\n\n# ::id b\n(q / q)\n");
  const Outcome made = shell("NOETHER amr mathamr " + graphs + " --formulas " + table);
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output,
            "# ::id a\n# ::snt eqx1eqx, then eqx2eqx\n"
            "(p / prime\n"
            "      :domain (f / formula\n"
            "            :opt (n / n))\n"
            "      :math (f2 / formula\n"
            "            :opt (p2 / plus\n"
            "                  :op n\n"
            "                  :op 1)))\n\n"
            "# ::id b\n(q / q)\n");
  EXPECT_EQ(shell("NOETHER amr mathamr - --linearize --formulas " + table + " < " + graphs).output,
            "a\tprime formula n formula plus 1\nb\tq\n");
  const std::string queried =
      write("queried.jsonl", R"j({"id": "7", "formula_id": "q_1", "amr": "(a / a :b eqx1eqx)"})j");
  EXPECT_THAT(shell("NOETHER amr mathamr " + queried + " --formulas " + table).output,
              HasSubstr(":queried +"));
}

TEST_F(AmrCommands, MakeOneGraphOfADocument) {
  const std::string graphs =
      write("graphs.txt",
            "# ::id 12.body.1\n# ::snt Let $f(x)$ be given.\n"
            "(g / give-01 :ARG1 (s / string-entity :value \"f(x)\"))\n\n"
            "# ::id 13.body.1\n# ::snt Words.\n(w / word)\n\n"
            "# ::id 12.body.2\n# ::snt Then $f(x)$ is convex.\n(c / convex :domain \"f(x)\")\n");
  const Outcome made = shell("NOETHER amr mathamr --documents " + graphs);
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_EQ(made.output,
            "# ::id 12\n# ::snt Let $f(x)$ be given. Then $f(x)$ is convex.\n"
            "(m / multi-sentence\n"
            "      :snt1 (g / give-01\n"
            "            :ARG1 (s / string-entity\n"
            "                  :math (f / formula\n"
            "                        :opt (a / apply\n"
            "                              :op0 (f2 / f)\n"
            "                              :op1 (x / x))\n"
            "                        :layout \"() within x\")))\n"
            "      :snt2 (c / convex\n"
            "            :domain f))\n\n"
            "# ::id 13\n# ::snt Words.\n(w / word)\n");
  // Without the option, each sentence is a separate graph.
  const Outcome apart = shell("NOETHER amr mathamr --linearize " + graphs);
  EXPECT_THAT(apart.output, HasSubstr("12.body.2\tconvex formula apply f x"));
}

TEST_F(AmrCommands, LinearizeGraphs) {
  const std::string graphs = write("graphs.txt", "(a / and :op2 (c / c) :op1 (b / b :mod c))\n");
  EXPECT_EQ(shell("NOETHER amr linearize " + graphs).output, "1\tand c b\n");
  EXPECT_EQ(shell("NOETHER amr linearize --compatible " + graphs).output, "1\tand b c\n");
  EXPECT_EQ(shell("NOETHER amr linearize --roles " + graphs).output,
            "1\tand :op2 c :op1 b :mod c\n");
}

TEST_F(AmrCommands, TakeGraphsOfAnotherParserByTheirIds) {
  const std::string table = write("formulas.tsv", "id\tformula\n1\tn\n");
  const std::string records = write("records.jsonl", R"j({"id": "a", "snt": "eqx1eqx is prime"})j"
                                                     "\n"
                                                     R"j({"id": "b", "amr": "(o / ours)"})j"
                                                     "\n");
  const std::string bank = write("bank.txt", "# ::id a\n(p / prime :domain eqx1eqx)\n");
  const std::string command = "NOETHER amr mathamr " + records + " --formulas " + table;
  const Outcome made = shell(command + " --linearize --graphs " + bank + " 2>&1");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, HasSubstr("1 of 2 graphs from "));
  EXPECT_THAT(made.output, HasSubstr(R"("linearized":"prime formula n"})"));
  EXPECT_THAT(made.output, HasSubstr(R"("linearized":"ours"})"));
  EXPECT_EQ(shell(command + " 2>&1").exit_code, 1);
  const std::string other = write("other.txt", "# ::id c\n(a / b)\n");
  const Outcome missing = shell(command + " --graphs " + other + " 2>&1");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.output, HasSubstr("other.txt: no graph has the id a"));
}

TEST_F(AmrCommands, DrawGraphs) {
  const std::string graphs =
      write("graphs.txt", "# ::id a\n# ::snt One.\n(a / alpha)\n\n# ::id b\n(b / beta)\n");
  const std::string draw = "NOETHER amr draw " + graphs;
  EXPECT_THAT(shell(draw + " -o -").output, HasSubstr("<title>Meaning graph: One.</title>"));
  EXPECT_THAT(shell(draw + " --entry 2 -o -").output, HasSubstr("<desc>beta</desc>"));
  EXPECT_THAT(shell(draw + " --id b -o -").output, HasSubstr("<desc>beta</desc>"));
  EXPECT_THAT(shell(draw + " --compare " + graphs + " --other-id a -o -").output,
              HasSubstr("in both: 1 concepts and 0 relations"));
  Outcome outcome = shell(draw + " --id c -o - 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("no graph has the id c"));
  outcome = shell(draw + " --entry 3 -o - 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("there is no graph 3: the file has 2"));
}

TEST_F(AmrCommands, SayWhatSymbolsAre) {
  const std::string table = write("formulas.tsv", "id\tformula\nq_1\tG\n");
  const std::string graphs = write(
      "graphs.txt", "# ::id a\n(g / group :mod (f / finite) :mod (e / every) :domain eqx1eqx)\n");
  const std::string command = "NOETHER amr declarations " + graphs;
  EXPECT_EQ(shell(command + " --formulas " + table).output, "a\tG\tevery finite group\n");
  EXPECT_EQ(shell(command).output, "a\teqx1eqx\tevery finite group\n");
  EXPECT_EQ(shell(command + " --json --formulas " + table).output,
            R"({"id": "a", "declarations": [{"symbol": "G", "formula": "1", )"
            R"("kind": "finite group", "head": "group", "quantifier": "every"}]})"
            "\n");
}

TEST_F(AmrCommands, SayWhichGraphIsBroken) {
  const std::string table = write("formulas.tsv", "id\tformula\n1\tn\n");
  const std::string graphs = write("graphs.txt", "(a / a)\n\n# A comment.\n(b / b\n\n(c / c)\n");
  Outcome outcome = shell("NOETHER amr mathamr " + graphs + " --formulas " + table + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("graphs.txt: line 4, column 1: this bracket is"));
  EXPECT_THAT(outcome.output, HasSubstr("(c / c)\n"));
  outcome = shell("NOETHER amr linearize " + graphs + " 2>/dev/null");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.output, "1\ta\n2\t\n3\tc\n");
  EXPECT_EQ(shell("NOETHER amr linearize --compatible " + graphs + " 2>/dev/null").exit_code, 0);
  const std::string lines =
      write("lines.jsonl", "{\"id\": 1, \"amr\": \"(a / a)\"}\n{\"id\": 2}\n");
  outcome = shell("NOETHER amr linearize " + lines + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("lines.jsonl: line 2: no graph under mathamr, amr"));
  const std::string broken =
      write("broken.jsonl", "{\"id\": 1, \"amr\": \"(a / a)\"}\n{\"id\": 2, \"amr\": \"(a\"}\n");
  EXPECT_THAT(shell("NOETHER amr linearize " + broken + " 2>&1").output,
              HasSubstr("record 2 (line 2): line 1, column 1: this bracket is"));
  const std::string columns = write("columns.tsv", "a\tb\n");
  outcome = shell("NOETHER amr mathamr " + graphs + " --formulas " + columns + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("does not name the columns id and formula"));
}

}  // namespace
}  // namespace noether::cli
