// noether lists as its user runs it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "noether/amr/parser/random_parser.h"
#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;

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

// Formulas 1 and 3 are drawn the same.
class FormulaListsCommand : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "dump/latex_representation_v3");
    const auto formula = [](int id, const std::string& latex) {
      return fmt::format(
          "&lt;span class=&quot;math-container&quot; id=&quot;{}&quot;&gt;${}$&lt;/span&gt;", id,
          latex);
    };
    std::ofstream(folder_ / "dump/Posts.V1.3.xml")
        << "<posts>\n<row Id=\"1\" PostTypeId=\"1\" Title=\"Primes\" Body=\"Let " << formula(1, "n")
        << " be prime. Then " << formula(2, "n+1=m") << ".\" Tags=\"&lt;primes&gt;\" />\n"
        << "<row Id=\"2\" PostTypeId=\"2\" ParentId=\"1\" Body=\"Take " << formula(3, "n")
        << ". Let " << formula(4, "n") << " be prime.\" />\n</posts>\n";
    std::ofstream(folder_ / "dump/latex_representation_v3/1.tsv")
        << "id\tpost_id\tthread_id\ttype\tcomment_id\told_visual_id\tvisual_id\tissue\tformula\n"
        << "1\t1\t1\tquestion\t\t\t70\t\tn\n2\t1\t1\tquestion\t\t\t80\t\tn+1=m\n"
        << "3\t2\t1\tanswer\t\t\t70\t\tn\n4\t2\t1\tanswer\t\t\t70\t\tn\n";
    std::ofstream(folder_ / "topics.xml")
        << "<?xml version=\"1.0\"?><Topics><Topic number=\"B.1\"><Formula_Id>q_2</Formula_Id>"
           "<Latex>p</Latex><Title>Sum</Title><Question>&lt;p&gt;See this. Is &lt;span "
           "class=\"math-container\" id=\"q_2\"&gt;$p$&lt;/span&gt; prime?&lt;/p&gt;</Question>"
           "<Tags>sums</Tags></Topic></Topics>\n";
    std::ofstream(folder_ / "qrel.tsv") << "B.1\t0\t70\t3\nB.1\t0\t99\t1\n";
    std::ofstream(folder_ / "run.tsv") << "B.1\tQ0\t70\t1\t2\tt\nB.1\tQ0\t80\t2\t1\tt\n";
  }
  Outcome run(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER lists dump --topics topics.xml --task 2 " +
                 arguments);
  }
  base::TemporaryFolder folder_;
};

TEST_F(FormulaListsCommand, HasATextForEachSentenceOfAFormula) {
  const Outcome text =
      run("--judgements qrel.tsv --run run.tsv --representation text-latex -o - 2>&1");
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.output, HasSubstr(R"({"id": "B.1", "query": "Is $p$ prime?", "texts": [)"));
  EXPECT_THAT(text.output, HasSubstr(R"({"id": "70", "grade": 3, "text": "Let $n$ be prime."})"));
  EXPECT_THAT(text.output, HasSubstr(R"({"id": "70", "grade": 3, "text": "Take $n$."})"));
  EXPECT_THAT(text.output, HasSubstr(R"({"id": "80", "text": "Then $n+1=m$."}]})"));
  // Two places have the same sentence.
  EXPECT_THAT(text.output, HasSubstr("1 list: 2 right, 1 without a grade"));
  EXPECT_THAT(text.output, HasSubstr("1 formula not in the collection"));
  const Outcome one = run("--judgements qrel.tsv --places 1 -o - 2>&1");
  EXPECT_THAT(one.output, HasSubstr("1 list: 1 right\n"));
}

TEST_F(FormulaListsCommand, HasTheRepresentationsOfThePaper) {
  const std::string first = "--judgements qrel.tsv --run run.tsv --queried-first -o - 2>/dev/null ";
  EXPECT_THAT(run(first + "--representation text-opt").output,
              HasSubstr(R"("text": "eq plus n 1 m Then eq plus n 1 m.")"));
  EXPECT_EQ(run("--judgements qrel.tsv --representation opt -o - 2>/dev/null").output,
            R"({"id": "B.1", "query": "p", "texts": [{"id": "70", "grade": 3, "text": "n"}]})"
            "\n");
  amr::RandomParser shape;
  shape.tokenizer = NOETHER_SOURCE_DIR "/noether/neural/tokenizer/testdata/bert-uncased";
  ASSERT_TRUE(amr::write_random_parser(
      folder_ / "parser", amr::label_bank(amr::kSmallBank, amr::kSmallLexicon), shape));
  const std::string parsed = "--judgements qrel.tsv --parser parser -o - 2>/dev/null ";
  EXPECT_THAT(run(parsed + "--representation amr-opt").output, HasSubstr("formula n"));
  EXPECT_THAT(run(parsed + "--representation amr-latex").output, HasSubstr("$n$"));
}

TEST_F(FormulaListsCommand, SaysWhatIsWrong) {
  EXPECT_EQ(run("--judgements qrel.tsv --representation tree -o - 2>&1").exit_code, 2);
  EXPECT_EQ(run("--judgements qrel.tsv --representation amr-opt --parser none -o - 2>&1").exit_code,
            2);
  const Outcome without =
      shell("cd " + folder_.path() + " && NOETHER lists dump --task 2 -o - 2>&1");
  EXPECT_EQ(without.exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
