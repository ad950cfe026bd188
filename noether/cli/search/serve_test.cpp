// noether serve as its user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class ServeCommand : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "notes.jsonl") << "{\"id\": \"p1\", \"text\": \"What is $1+x$?\"}\n";
    ASSERT_EQ(run("NOETHER index notes.jsonl -o idx").exit_code, 0);
  }
  Outcome run(const std::string& command) {
    return shell("cd " + folder_.path() + " && " + command);
  }
  // Starts a server, waits until it prints its address, asks it to stop and waits for its end.
  Outcome serve_until_stopped(const std::string& options) {
    // Braces make the process the program itself and not a shell around it.
    return run("{ rm -f out; NOETHER serve idx --port 0 " + options +
               " > out 2> err & pid=$!; "
               "while ! [ -s out ] && kill -0 $pid 2>/dev/null; do sleep 0.02; done; "
               "kill -TERM $pid; wait $pid; code=$?; cat out err; exit $code; }");
  }
  base::TemporaryFolder folder_;
};

TEST_F(ServeCommand, SaysWhereItIsAndStopsWhenAsked) {
  const Outcome served = serve_until_stopped("");
  EXPECT_EQ(served.exit_code, 0) << served.output;
  EXPECT_THAT(served.output, MatchesRegex("http://127.0.0.1:[0-9]+/\n(.|\n)*stopping(.|\n)*"));
}

TEST_F(ServeCommand, SaysThatTextLeavesTheMachine) {
  const Outcome away = serve_until_stopped("--generator http://models.example.org/v1");
  EXPECT_EQ(away.exit_code, 0) << away.output;
  EXPECT_THAT(away.output, HasSubstr("passages of the index are sent to "
                                     "http://models.example.org/v1\n"));
  EXPECT_THAT(serve_until_stopped("--generator http://127.0.0.1:1/v1").output,
              Not(HasSubstr("are sent to")));
}

TEST_F(ServeCommand, TakesSeveralIndexes) {
  ASSERT_EQ(run("NOETHER index notes.jsonl -o other").exit_code, 0);
  EXPECT_EQ(serve_until_stopped("other").exit_code, 0);
  const Outcome missing = run("NOETHER serve idx nothing --port 0 2>&1");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.output, HasSubstr("'nothing'"));
}

TEST_F(ServeCommand, WantsATokenToBeReachedFromElsewhere) {
  const Outcome refused = run("NOETHER serve idx --port 0 --bind 0.0.0.0 2>&1");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, HasSubstr("a token is needed"));
  std::ofstream(folder_ / "short") << "secret\n";
  const Outcome weak = run("NOETHER serve idx --port 0 --bind 0.0.0.0 --token-file short 2>&1");
  EXPECT_EQ(weak.exit_code, 2);
  EXPECT_THAT(weak.output, HasSubstr("fewer than 16 characters"));
  std::ofstream(folder_ / "token") << "0123456789abcdef\n";
  EXPECT_EQ(serve_until_stopped("--bind 0.0.0.0 --token-file token").exit_code, 0);
}

TEST_F(ServeCommand, SaysWhatIsWrong) {
  const Outcome missing = run("NOETHER serve nothing --port 0 2>&1");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.output, HasSubstr("nothing"));
  const Outcome address = run("NOETHER serve idx --port 0 --bind 127.0.0.1.2.3.4 2>&1");
  EXPECT_EQ(address.exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
