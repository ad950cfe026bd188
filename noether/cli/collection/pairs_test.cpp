// noether pairs as its user runs it.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

class Pairs : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "posts.jsonl")
        << "{\"id\": \"p1\", \"title\": \"Sum\", \"question\": \"What is $1+1$?\", \"answer\": "
           "\"It is $2$.\", \"tags\": [\"sums\"]}\n";
  }
  Outcome run(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER pairs " + arguments);
  }
  base::TemporaryFolder folder_;
};

TEST_F(Pairs, AreLinesOfJson) {
  const Outcome made = run("posts.jsonl -o - 2>/dev/null");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output,
            "{\"kind\": \"title-body\", \"group\": \"p1\", \"tags\": [\"sums\"], "
            "\"first\": \"Sum\", \"second\": \"What is $1+1$?\"}\n"
            "{\"kind\": \"question-answer\", \"group\": \"p1\", \"tags\": [\"sums\"], "
            "\"first\": \"Sum\\u000aWhat is $1+1$?\", \"second\": \"It is $2$.\"}\n");
}

TEST_F(Pairs, AreOfTheKindsAskedForAndCounted) {
  const Outcome made = run("posts.jsonl --kind question-answer -o pairs.jsonl 2>&1");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output, "pairs of 2 documents: 1 question-answer\nno problems\n");
  EXPECT_EQ(shell("wc -l < " + folder_ / "pairs.jsonl").output, "1\n");
}

TEST_F(Pairs, OfAnotherKindAreRefused) {
  const Outcome made = run("posts.jsonl --kind question -o - 2>&1");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_NE(made.output.find("name-definition"), std::string::npos) << made.output;
}

TEST_F(Pairs, AreHeldOutIntoAFileOfTheirOwn) {
  EXPECT_EQ(run("posts.jsonl -o none.jsonl --held-out all.jsonl --share 1 2>/dev/null").exit_code,
            0);
  EXPECT_EQ(shell("wc -l < " + folder_ / "all.jsonl").output, "2\n");
  EXPECT_EQ(shell("wc -l < " + folder_ / "none.jsonl").output, "0\n");
  EXPECT_EQ(run("posts.jsonl -o all.jsonl --share 0.5 2>/dev/null").exit_code, 2);
}

TEST_F(Pairs, WithTheQuestionOfATopicAreLeftOut) {
  std::ofstream(folder_ / "posts.jsonl", std::ios::app)
      << R"({"id": "p2", "title": "Matrix over a ring with a left inverse is it INVERTIBLE?",)"
      << R"( "question": "I wonder.", "answer": "Yes."})"
      << "\n";
  std::ofstream(folder_ / "topics.xml")
      << "<Topics><Topic number=\"A.1\"><Title>Matrix over a ring, with a left inverse: is it "
         "invertible</Title><Question>Short.</Question><Tags>a</Tags></Topic></Topics>";
  const Outcome made =
      run("posts.jsonl --kind question-answer --leave-out topics.xml -o pairs.jsonl 2>&1");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output,
            "pairs of 4 documents: 1 question-answer\nleft out 1 pair with a question of the "
            "topics\nno problems\n");
  EXPECT_EQ(run("posts.jsonl --leave-out none.xml -o - 2>/dev/null").exit_code, 2);
}

TEST_F(Pairs, ThatAreNoneAreBadInput) {
  const Outcome made = run("posts.jsonl --kind duplicate -o none.jsonl 2>&1");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_EQ(made.output, "pairs of 2 documents: none\nno problems\n");
}

}  // namespace
}  // namespace noether::cli
