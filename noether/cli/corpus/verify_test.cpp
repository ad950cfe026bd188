// noether corpus verify as its user meets it.
#include <gtest/gtest.h>

#include <string>

#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

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
