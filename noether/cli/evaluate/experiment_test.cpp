#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;

TEST(ExperimentCommand, RunsTheExampleOfItsHelp) {
  const base::TemporaryFolder folder;
  const Outcome help = shell("NOETHER experiment --help");
  const std::string example = "noether experiment experiments/sample.experiment";
  EXPECT_THAT(help.output, HasSubstr(example));
  const std::string command =
      "NOETHER experiment experiments/sample.experiment -o " + folder / "out";
  const Outcome made = shell(command + " 2>&1");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(made.output, HasSubstr("3 runs made, 0 from the cache"));
  const Outcome again = shell(command + " --json 2>/dev/null");
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.output, HasSubstr("\"runs_made\": 0, \"runs_cached\": 3, \"problems\": []"));
  // Words and formulas together are better than either, on questions made for that.
  const Outcome report = shell("grep '^| default' " + folder / "out/sample.md");
  EXPECT_THAT(report.output, HasSubstr("| default | **"));
}

TEST(ExperimentCommand, ShowsThePlaceOfAMistake) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "x.experiment") << "title x\nmeasures nDCG nDGC\n";
  const Outcome made =
      shell("NOETHER experiment " + folder / "x.experiment -o " + folder / "out 2>&1");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_THAT(made.output, HasSubstr("x.experiment: line 2, column 15: 'nDGC' is not a measure"));
  EXPECT_THAT(made.output, HasSubstr("  measures nDCG nDGC\n                ^^^^\n"));
}

TEST(ExperimentCommand, MeasuresTheRestWhenDataIsMissing) {
  const base::TemporaryFolder folder;
  const Outcome made =
      shell("env -i NOETHER experiment experiments/mathamr.experiment -o " + folder / "out 2>&1");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_THAT(made.output, HasSubstr("the folder of the data is not known (give it as --data"));
  const Outcome report = shell("grep -c '^| XY-Phoc | 0.51' " + folder / "out/mathamr.md");
  EXPECT_EQ(report.output, "1\n");
}

TEST(ExperimentCommand, FailsWithoutAFile) {
  const base::TemporaryFolder folder;
  EXPECT_EQ(shell("NOETHER experiment none.experiment -o " + folder / "out 2>&1").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
