// noether lists as its user meets it.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

class Lists : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "posts.jsonl")
        << R"({"id": "p1", "title": "Sum", "question": "What is $1+1$?", )"
        << R"("answer": "It is $2$.", "tags": ["sums"]})"
        << "\n"
        << R"({"id": "p2", "question": "What is $2+2$?", "answer": "It is $4$.", "tags": ["sums"]})"
        << "\n"
        << R"({"id": "p3", "question": "What is $x$?", "answer": "A letter.", "tags": ["letters"]})"
        << "\n";
    std::ofstream(folder_ / "topics.xml")
        << "<?xml version=\"1.0\"?><Topics><Topic number=\"A.1\"><Title>Sums</Title>"
           "<Question>&lt;p&gt;Add one.&lt;/p&gt;</Question><Tags>sums</Tags></Topic></Topics>\n";
    std::ofstream(folder_ / "qrel.tsv") << "A.1\t0\t" << answer(1) << "\t3\nA.1\t0\tgone\t1\n";
    std::ofstream(folder_ / "run.tsv")
        << "A.1\tQ0\t" << answer(1) << "\t1\t2.5\tt\nA.1\tQ0\t" << answer(3) << "\t2\t1.5\tt\n";
  }
  static std::string answer(int number) { return "p" + std::to_string(number) + "/answer"; }
  Outcome run(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER lists posts.jsonl " + arguments);
  }
  base::TemporaryFolder folder_;
};

TEST_F(Lists, HaveRightAnswersAndWrongOnesThatShareATag) {
  const Outcome made = run("-o - 2>/dev/null");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output, R"({"id": "p1", "query": "Sum\u000aWhat is $1+1$?", "texts": [)"
                         R"({"id": "p1/answer", "grade": 1, "text": "It is $2$."}, )"
                         R"({"id": "p2/answer", "grade": 0, "text": "It is $4$."}]})"
                         "\n"
                         R"({"id": "p2", "query": "What is $2+2$?", "texts": [)"
                         R"({"id": "p2/answer", "grade": 1, "text": "It is $4$."}, )"
                         R"({"id": "p1/answer", "grade": 0, "text": "It is $2$."}]})"
                         "\n");
}

TEST_F(Lists, HaveHardWrongAnswersOfAnIndex) {
  ASSERT_EQ(
      shell("cd " + folder_.path() + " && NOETHER index posts.jsonl -o posts.idx 2>&1").exit_code,
      0);
  const Outcome made = run("--hard posts.idx --wrong 5 -o - 2>&1 | grep -c '\"grade\": 0'");
  EXPECT_EQ(made.output, "3\n");
}

TEST_F(Lists, OfTopicsHaveJudgedAnswersAndThoseOfARun) {
  const Outcome judged = run("--topics topics.xml --judgements qrel.tsv -o - 2>/dev/null");
  EXPECT_EQ(judged.exit_code, 0);
  EXPECT_EQ(judged.output, R"({"id": "A.1", "query": "Sums\u000aAdd one.", "texts": [)"
                           R"({"id": "p1/answer", "grade": 3, "text": "It is $2$."}]})"
                           "\n");
  const Outcome both =
      run("--topics topics.xml --judgements qrel.tsv --run run.tsv -o both.jsonl 2>&1");
  EXPECT_EQ(both.output,
            "1 answer not in the collection\n1 list: 1 right, 1 without a grade\nno problems\n");
  const Outcome first = run("--topics topics.xml --run run.tsv --top 1 -o first.jsonl 2>&1");
  EXPECT_EQ(first.output, "1 list: 1 without a grade\nno problems\n");
}

TEST_F(Lists, SayWhatIsWrong) {
  EXPECT_NE(run("--topics topics.xml -o - 2>&1").output.find("topics alone have no answers"),
            std::string::npos);
  EXPECT_EQ(run("--run run.tsv -o - 2>&1").exit_code, 2);
  for (const char* drawing : {"--right 2", "--wrong 2", "--seed 2"}) {
    const std::string topics = "--topics topics.xml --judgements qrel.tsv -o - 2>&1 ";
    EXPECT_EQ(run(topics + drawing).exit_code, 2) << drawing;
  }
  EXPECT_EQ(run("--topics topics.xml --judgements none.tsv -o - 2>&1").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
