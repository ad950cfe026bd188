// noether amr parse, lexicon and split, with a parser of random weights.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/amr/parser/random_parser.h"
#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;

class AmrParseCommand : public testing::Test {
 protected:
  void SetUp() override {
    amr::RandomParser shape;
    shape.tokenizer = NOETHER_SOURCE_DIR "/noether/neural/tokenizer/testdata/bert-uncased";
    ASSERT_TRUE(amr::write_random_parser(
        folder_ / "model", amr::label_bank(amr::kSmallBank, amr::kSmallLexicon), shape));
  }

  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = folder_ / name;
    std::ofstream(path) << text;
    return path;
  }
  Outcome parse(const std::string& arguments) const {
    return shell("NOETHER amr parse --model " + (folder_ / "model") + " " + arguments + " 2>&1");
  }

  base::TemporaryFolder folder_;
};

TEST_F(AmrParseCommand, WritesAGraphForEachSentence) {
  const Outcome two = parse("'The boy wants to go.' 'Let $x$ divide $y$.'");
  EXPECT_EQ(two.exit_code, 0);
  EXPECT_THAT(two.output, HasSubstr("# ::id 1\n# ::snt The boy wants to go.\n("));
  EXPECT_THAT(two.output, HasSubstr("# ::id 2\n# ::snt Let $x$ divide $y$.\n("));
  EXPECT_THAT(two.output, HasSubstr("\"x\""));
  EXPECT_THAT(two.output, HasSubstr("\"y\""));
  const Outcome json = parse("--json 'The boy wants to go.'");
  EXPECT_THAT(json.output, HasSubstr(R"({"id": "1", "snt": "The boy wants to go.", "amr": "()"));
}

TEST_F(AmrParseCommand, ReadsLinesBanksAndCollections) {
  const std::string lines = write("lines.txt", "The boy went.\nHe wants eqx1eqx.\n");
  const Outcome of_lines = parse("--file " + lines);
  EXPECT_EQ(of_lines.exit_code, 0);
  EXPECT_THAT(of_lines.output, HasSubstr("# ::id 2\n# ::snt He wants eqx1eqx.\n"));
  EXPECT_EQ(parse("--threads 2 --file " + lines).output, of_lines.output);
  EXPECT_EQ(parse("--file - < " + lines).output, of_lines.output);
  const std::string bank = write("bank.txt", "# ::id b.7\n# ::snt A boy.\n(b / boy)\n");
  EXPECT_THAT(parse("--bank " + bank).output, HasSubstr("# ::id b.7\n# ::snt A boy.\n"));
  const std::string note = write("note.md", "Let $n$ be prime. Then $n$ divides $m$.\n");
  const Outcome of_note = parse("--collection " + note);
  EXPECT_EQ(of_note.exit_code, 0);
  EXPECT_THAT(of_note.output, HasSubstr("# ::snt Let $n$ be prime.\n"));
  EXPECT_THAT(of_note.output, HasSubstr("# ::snt Then $n$ divides $m$.\n"));
}

TEST_F(AmrParseCommand, DrawsASentenceWithItsFormulas) {
  const std::string picture = folder_ / "graph.svg";
  const Outcome drawn = parse("'Let $x$ divide $y+1$.' --draw " + picture);
  EXPECT_EQ(drawn.exit_code, 0) << drawn.output;
  EXPECT_THAT(drawn.output, HasSubstr("\"y+1\""));
  const std::string svg = shell("cat " + picture).output;
  EXPECT_THAT(svg, HasSubstr("<svg"));
  // The operator tree, not the number of the formula.
  EXPECT_THAT(svg, HasSubstr("plus"));
  EXPECT_THAT(svg, testing::Not(HasSubstr("eqx")));
  EXPECT_EQ(parse("a b --draw " + picture).exit_code, 1);
  EXPECT_EQ(parse("--file " + write("x.txt", "a\n") + " --draw " + picture).exit_code, 1);
}

TEST_F(AmrParseCommand, GivesAGraphForBadInput) {
  std::string many;
  for (int i = 0; i < 10000; ++i) many += "boys ";
  const Outcome long_text = parse("--file " + write("long.txt", many + "\n"));
  EXPECT_EQ(long_text.exit_code, 0);
  EXPECT_THAT(long_text.output, HasSubstr("(m / multi-sentence"));
  EXPECT_THAT(parse("''").output, HasSubstr("(a / amr-empty)"));
  EXPECT_THAT(parse("'$x$ $y$'").output, HasSubstr("\"x\""));
  EXPECT_EQ(parse("'Пусть $n$ простое. 素数' '$' '( / :'").exit_code, 0);
  EXPECT_EQ(parse("'Пусть $n$ простое' --draw " + (folder_ / "other.svg")).exit_code, 0);
}

TEST_F(AmrParseCommand, LeavesOutSentencesThatAreTooLong) {
  const std::string lines = std::string(300'000, 'a') + "\nThe boy went.\n";
  const Outcome outcome = parse("--file " + write("lines.txt", lines));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("sentence 1: a text of 300000 bytes"));
  EXPECT_THAT(outcome.output, HasSubstr("# ::id 2\n# ::snt The boy went.\n("));
  EXPECT_THAT(outcome.output, HasSubstr("1 sentence left out"));
}

TEST_F(AmrParseCommand, DecidesWithOtherParsers) {
  const std::string model = " --model " + (folder_ / "model");
  const Outcome alone = parse("'The boy wants to go.'");
  EXPECT_EQ(parse(model + " 'The boy wants to go.'").output, alone.output);
  const Outcome wrong = parse("--model " + (folder_ / "none") + " 'The boy wants to go.'");
  EXPECT_EQ(wrong.exit_code, 1);
}

TEST_F(AmrParseCommand, AgreeKeepsGraphsThatAreAlike) {
  const std::string one = write("one.txt",
                                "# ::id 1\n# ::snt a boy goes\n(g / go-02 :ARG0 (b / boy))\n\n"
                                "# ::id 2\n# ::snt a girl\n(g / girl)\n");
  const std::string two = write("two.txt",
                                "# ::id 1\n# ::snt a boy goes\n(g / go-02 :ARG0 (b / boy))\n\n"
                                "# ::id 2\n# ::snt a girl\n(w / woman)\n");
  Outcome outcome = shell("NOETHER amr agree " + one + " " + two + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("# ::id 1\n# ::snt a boy goes\n(g / go-02"));
  EXPECT_THAT(outcome.output, HasSubstr("1 of 2 graphs kept"));
  outcome = shell("NOETHER amr agree " + one + " " + one + " --without girl 2>&1");
  EXPECT_THAT(outcome.output, HasSubstr("1 of 2 graphs kept"));
  outcome = shell("NOETHER amr agree " + one + " " + write("x.txt", "(a / b)\n") + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("2 graphs and 1 graph cannot be compared"));
}

TEST_F(AmrParseCommand, SaysWhatIsMissing) {
  Outcome outcome = parse("");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("there is nothing to parse"));
  outcome = shell("NOETHER amr parse --model " + (folder_ / "none") + " a 2>&1");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("fragments.txt"));
  EXPECT_NE(parse("--file " + (folder_ / "none")).exit_code, 0);
}

TEST_F(AmrParseCommand, LexiconIsMadeOfLists) {
  const std::string frames = write("frames.txt", "adjust-01  ARG0: agent  ARG1: thing\n");
  EXPECT_EQ(shell("NOETHER amr lexicon --frames " + frames).output, "frame adjust 01:01\n");
}

TEST_F(AmrParseCommand, SplitHoldsOutAFifthBySentence) {
  std::string bank;
  for (int i = 0; i < 100; ++i) {
    bank += "# ::snt sentence " + std::to_string(i) + "\n(s / sentence)\n\n";
  }
  const std::string all = write("all.txt", bank);
  const std::string command = "NOETHER amr split " + all + " --train " + (folder_ / "a") +
                              " --held-out " + (folder_ / "b") + " 2>&1";
  const Outcome outcome = shell(command);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("0 left out"));
  const auto graphs = [&](const std::string& name) {
    return shell("grep -c snt " + (folder_ / name)).output;
  };
  const int train = std::stoi(graphs("a"));
  const int held_out = std::stoi(graphs("b"));
  EXPECT_EQ(train + held_out, 100);
  EXPECT_GT(held_out, 8);
  EXPECT_LT(held_out, 35);
  // Part 2 holds out none of the graphs that part 1 holds out.
  ASSERT_EQ(shell("NOETHER amr split " + (folder_ / "b") + " --part 2 --train " + (folder_ / "c") +
                  " --held-out " + (folder_ / "d") + " 2>&1")
                .exit_code,
            0);
  EXPECT_EQ(std::stoi(graphs("d")), 0);
}

}  // namespace
}  // namespace noether::cli
