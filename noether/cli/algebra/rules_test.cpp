// noether rules as its user meets it.
#include <gtest/gtest.h>

#include <string>

#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

// Runs `noether rules` on a file with this rule.
Outcome check_rule(const std::string& rule) {
  return shell("file=$(mktemp); printf '%s\\n' '" + rule +
               "' > $file; NOETHER rules check $file 2>&1; code=$?; rm $file; exit $code");
}

TEST(Rules, ListsWhatTheProgramKnows) {
  const Outcome all = shell("NOETHER rules list");
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_NE(all.output.find(" => "), std::string::npos);
  EXPECT_EQ(shell("NOETHER rules list --family nothing 2>/dev/null").exit_code, 1);
}

TEST(Rules, FindsAFalseRule) {
  const Outcome made = check_rule("bad: (sqrt (pow ?x 2)) => ?x");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_TRUE(made.output.starts_with("bad: false at ?x = ")) << made.output;
  EXPECT_NE(made.output.find("1 rules:"), std::string::npos) << made.output;
}

TEST(Rules, PassesATrueRule) {
  const Outcome made = check_rule("root: (sqrt (pow ?x 2)) => (abs ?x) @real");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_TRUE(made.output.starts_with("root: ok")) << made.output;
}

TEST(Rules, SaysWhereAFileIsWrong) {
  const Outcome made = check_rule("broken: (sqrt ?x => ?x");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_NE(made.output.find(":1:"), std::string::npos) << made.output;
  EXPECT_EQ(shell("NOETHER rules check /no/such/file 2>/dev/null").exit_code, 2);
  EXPECT_EQ(shell("NOETHER rules 2>/dev/null").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
