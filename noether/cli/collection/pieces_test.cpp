// noether pieces as its user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

class Pieces : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "posts.jsonl")
        << "{\"id\": \"p1\", \"title\": \"Sum\", \"question\": \"What is $1+1=x$ here? Why?\", "
           "\"answer\": \"It is $2$.\"}\n";
    std::ofstream(folder_ / "empty.jsonl") << "";
  }
  Outcome run(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER pieces " + arguments);
  }
  base::TemporaryFolder folder_;
};

TEST_F(Pieces, AreLinesOfJsonForEachWayOfCutting) {
  const auto cut = [&](const std::string& way) {
    const Outcome made = run("posts.jsonl --cut " + way + " -o - 2>/dev/null");
    EXPECT_EQ(made.exit_code, 0);
    return made.output.substr(0, made.output.find('\n') + 1);
  };
  EXPECT_EQ(cut("sentences"),
            "{\"document\": \"p1\", \"pieces\": [\"Sum\", \"What is $1+1=x$ here?\", \"Why?\"]}\n");
  EXPECT_EQ(cut("chunks"),
            "{\"document\": \"p1\", \"pieces\": [\"Sum\", \"What is\", \"$1+1=x$ here?\", "
            "\"Why?\"]}\n");
  EXPECT_EQ(cut("parts"), "{\"document\": \"p1\", \"pieces\": [\"$1+1$\", \"$x$\"]}\n");
  EXPECT_EQ(cut("whole"),
            "{\"document\": \"p1\", \"pieces\": [\"Sum\\u000aWhat is $1+1=x$ here? Why?\"]}\n");
}

TEST_F(Pieces, AreHeldOutIntoAFileOfTheirOwn) {
  const Outcome held =
      run("posts.jsonl --cut sentences -o none.jsonl --held-out all.jsonl --share 1 2>&1");
  EXPECT_THAT(held.output, testing::HasSubstr("held out: 4 pieces of 2 texts"));
  EXPECT_EQ(shell("wc -l < " + folder_ / "all.jsonl").output, "2\n");
  const Outcome made =
      run("posts.jsonl --cut sentences -o all.jsonl --held-out none.jsonl --share 0 2>&1");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output,
            "2 documents: 4 pieces of 2 texts; held out: 0 pieces of 0 texts\nno problems\n");
  EXPECT_EQ(shell("wc -l < " + folder_ / "none.jsonl").output, "0\n");
}

TEST_F(Pieces, ThatAreNoneAreBadInput) {
  EXPECT_EQ(run("empty.jsonl --cut parts -o - 2>/dev/null").exit_code, 1);
  EXPECT_EQ(run("missing.jsonl --cut parts -o - 2>/dev/null").exit_code, 2);
}

TEST_F(Pieces, CutInAnotherWayAreRefused) {
  const Outcome made = run("posts.jsonl --cut words -o - 2>&1");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_NE(made.output.find("chunks"), std::string::npos) << made.output;
  EXPECT_EQ(run("posts.jsonl -o - 2>/dev/null").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
