// The program as its user runs it: its output and its exit code.
#include <gtest/gtest.h>

#include <string>

#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

// Runs the program with these arguments; returns stdout and stderr together.
Outcome run(const std::string& arguments) { return shell("'NOETHER' " + arguments + " 2>&1"); }

TEST(Program, NamesTheCommandThatThereIsNot) {
  const Outcome made = shell("NOETHER bogus 2>&1");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_NE(made.output.find("'bogus'"), std::string::npos) << made.output;
}

TEST(Program, NamesTheCommandOfACommandThatThereIsNot) {
  const Outcome made = shell("NOETHER corpus make 2>&1");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_EQ(made.output,
            "noether corpus: there is no command 'make'; noether corpus --help lists them\n");
}

TEST(Program, SaysWhenAFileMayNotGrow) {
  const Outcome made = shell(
      "folder=$(mktemp -d); cd $folder; printf 'x\\n* 1 x\\n' > a.txt; ulimit -f 1; "
      "NOETHER corpus pairs a.txt -n 9999 -o pairs 2>&1; code=$?; ls; rm -r $folder; exit $code");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_NE(made.output.find("File too large"), std::string::npos) << made.output;
  EXPECT_TRUE(made.output.ends_with("a.txt\n")) << made.output;
}

TEST(Program, SaysItsVersion) {
  const Outcome version = run("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_TRUE(version.output.starts_with("noether ")) << version.output;
}

TEST(Program, ListsItsCommandsInTheHelp) {
  const Outcome help = run("--help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.output.find("parse"), std::string::npos) << help.output;
}

TEST(Program, ListsTheStagesOfASearchInTheHelpOfSearch) {
  const Outcome help = run("search --help");
  for (const char* stage : {"source formulas", "source semantic", "least-cosine=0.2",
                            "rerank proximity", "budget-ms=0"}) {
    EXPECT_NE(help.output.find(stage), std::string::npos) << stage << help.output;
  }
}

TEST(Program, EndsWithTwoWhenItIsUsedWrongly) {
  EXPECT_EQ(run("").exit_code, 2);
  EXPECT_EQ(run("no-such-command").exit_code, 2);
  EXPECT_EQ(run("--no-such-option").exit_code, 2);
}

TEST(Program, RefusesWhatIsNotANumber) {
  for (const char* const arguments : {"equiv x x --time nan", "simplify x --time=-NaN",
                                      "model bench --seconds nan", "corpus vary a --share nan"}) {
    const Outcome refused = shell(std::string("NOETHER ") + arguments + " 2>&1");
    EXPECT_EQ(refused.exit_code, 2) << arguments;
    EXPECT_NE(refused.output.find("is not a number"), std::string::npos) << refused.output;
  }
}

}  // namespace
}  // namespace noether::cli
