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

}  // namespace
}  // namespace noether::cli
