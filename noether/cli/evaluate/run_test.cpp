// The command `noether run`, on a collection and topics written by the test, and `noether
// experiment` on the sample.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kPosts = R"(<?xml version="1.0" encoding="utf-8"?>
<posts>
<row Id="1" PostTypeId="1" Title="Continuity of the square root" Body="&lt;p&gt;Why is &lt;span class=&quot;math-container&quot; id=&quot;11&quot;&gt;$\sqrt{x}$&lt;/span&gt; continuous?&lt;/p&gt;" Tags="&lt;calculus&gt;"/>
<row Id="2" PostTypeId="2" ParentId="1" Body="&lt;p&gt;By the definition.&lt;/p&gt;"/>
<row Id="3" PostTypeId="1" Title="Order of a finite group" Body="&lt;p&gt;Is it &lt;span class=&quot;math-container&quot; id=&quot;12&quot;&gt;$n!$&lt;/span&gt; ?&lt;/p&gt;" Tags="&lt;group-theory&gt;"/>
<row Id="4" PostTypeId="2" ParentId="3" Body="&lt;p&gt;Count the cosets of the group.&lt;/p&gt;"/>
</posts>
)";

constexpr std::string_view kTopics = R"(<?xml version="1.0" encoding="utf-8"?>
<Topics>
<Topic number="A.1"><Title>Is a finite group cyclic?</Title><Question>&lt;p&gt;Of which order?&lt;/p&gt;</Question><Tags>group-theory</Tags></Topic>
<Topic number="A.2"><Title>Where is the root continuous?</Title><Question>&lt;p&gt;I ask for &lt;span class=&quot;math-container&quot; id=&quot;q_1&quot;&gt;$\sqrt{y}$&lt;/span&gt;.&lt;/p&gt;</Question><Tags>calculus</Tags></Topic>
</Topics>
)";

class RunCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new base::TemporaryFolder;
    std::ofstream(*folder_ / "Posts.xml") << kPosts;
    std::ofstream(*folder_ / "topics.xml") << kTopics;
    const Outcome indexed = shell("NOETHER index --format stackexchange " + *folder_ / "Posts.xml" +
                                  " -o " + *folder_ / "idx 2>&1");
    ASSERT_EQ(indexed.exit_code, 0) << indexed.output;
  }
  static void TearDownTestSuite() { delete folder_; }

  static Outcome run(const std::string& options) {
    return shell("NOETHER run " + *folder_ / "idx " + *folder_ / "topics.xml " + options);
  }
  static base::TemporaryFolder* folder_;
};

base::TemporaryFolder* RunCommand::folder_ = nullptr;

TEST_F(RunCommand, RanksAnswersForEveryTopic) {
  const Outcome outcome = run("--task 1 --top 1 --tag mine -o - 2>/dev/null");
  EXPECT_EQ(outcome.exit_code, 0);
  std::istringstream lines(outcome.output);
  std::string first;
  std::string second;
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_THAT(first, StartsWith("A.1\tQ0\t4\t1\t"));
  EXPECT_THAT(second, StartsWith("A.2\tQ0\t2\t1\t"));
  EXPECT_THAT(second, testing::EndsWith("\tmine"));
}

TEST_F(RunCommand, AnswersEveryTopicInTaskThree) {
  const std::string path = *folder_ / "written.tsv";
  const Outcome outcome = run("--task 3 --tag mine -o " + path + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  EXPECT_THAT(line, StartsWith("A.1\t1\t0."));
  EXPECT_THAT(line, testing::EndsWith("\tmine\t\"4\"\t\"Count the cosets of the group.\""));
  std::getline(file, line);
  EXPECT_THAT(line, testing::EndsWith("\t\"2\"\t\"By the definition.\""));
  EXPECT_FALSE(std::getline(file, line));
  std::ofstream(*folder_ / "qrels.tsv") << "A.1\t0\tmine\t3\nA.2\t0\tmine\t0\n";
  const Outcome scored = shell("NOETHER eval --task 3 " + *folder_ / "qrels.tsv " + path);
  EXPECT_EQ(scored.exit_code, 0);
  EXPECT_THAT(scored.output, HasSubstr("1.5000"));
}

TEST_F(RunCommand, IsTheSameWhateverTheNumberOfThreads) {
  const Outcome one = run("--threads 1 -o - 2>/dev/null");
  const Outcome three = run("--threads 3 -o - 2>/dev/null");
  EXPECT_EQ(one.output, three.output);
  EXPECT_NE(one.output, "");
}

TEST_F(RunCommand, SaysHowLongATopicTook) {
  const std::string path = *folder_ / "answers.run";
  const Outcome outcome = run("--format arqmath -o " + path + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("2 topics in "));
  EXPECT_THAT(outcome.output, HasSubstr("ms of processor time per topic"));
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  EXPECT_THAT(line, StartsWith("A.1\t4\t1\t"));
}

TEST_F(RunCommand, EveryBaselineRanks) {
  for (const std::string profile : {"tf-idf-latex", "tf-idf-symbols", "tf-idf-tangent-s"}) {
    const Outcome outcome = run("--profile " + profile + " -o - 2>/dev/null");
    EXPECT_EQ(outcome.exit_code, 0) << profile;
    EXPECT_THAT(outcome.output, HasSubstr("noether-" + profile)) << profile;
  }
  EXPECT_THAT(run("--profile tangent-s -o - 2>&1").output,
              HasSubstr("topic A.1: nothing was found"));
  const Outcome linked = run("--profile linked-posts -o - 2>&1");
  EXPECT_EQ(linked.exit_code, 1);
  EXPECT_THAT(linked.output, HasSubstr("--posts"));
}

TEST_F(RunCommand, TopicsWithoutAFormulaAreNamedInTaskTwo) {
  const Outcome outcome = run("--task 2 -o - 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("topic A.1: the topic has no formula"));
}

TEST_F(RunCommand, SaysOnceWhenFormulasHaveNoIds) {
  std::ofstream(*folder_ / "notes.jsonl")
      << R"({"id": "1", "text": "A root: $\\sqrt{x}$."})" << "\n";
  const std::string made = *folder_ / "plain";
  ASSERT_EQ(shell("NOETHER index " + *folder_ / "notes.jsonl -o " + made + " 2>&1").exit_code, 0);
  const Outcome outcome =
      shell("NOETHER run " + made + " " + *folder_ / "topics.xml --task 2 -o - 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, StartsWith("noether run: the formulas of the index have no ids"));
  EXPECT_THAT(outcome.output, testing::Not(HasSubstr("topic A.1")));
}

TEST_F(RunCommand, CountsTheTimeOfWhatIsDoneForAllTopicsAtOnce) {
  const Outcome outcome = run("--profile tf-idf-symbols -o - 2>&1 >/dev/null");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, testing::Not(HasSubstr("; 0.00 ms of processor time"))) << "0 ms";
}

TEST_F(RunCommand, FailsWithoutTopics) {
  const std::string index = *folder_ / "idx ";
  EXPECT_EQ(shell("NOETHER run " + index + "nowhere.xml -o - 2>/dev/null").exit_code, 2);
}

TEST_F(RunCommand, RefusesWhatItCannotDo) {
  EXPECT_EQ(run("--profile nonsense -o - 2>/dev/null").exit_code, 2);
  EXPECT_EQ(run("--tag 'two words' -o - 2>/dev/null").exit_code, 1);
  std::ofstream(*folder_ / "note.jsonl") << R"({"id": "1", "text": "A note."})" << "\n";
  const std::string made = *folder_ / "note";
  ASSERT_EQ(shell("NOETHER index " + *folder_ / "note.jsonl -o " + made + " 2>&1").exit_code, 0);
  const Outcome none = shell("NOETHER run " + made + " " + *folder_ / "topics.xml -o - 2>&1");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.output, StartsWith("noether run: the index has no answers"));
  EXPECT_THAT(run("--profile nonsense -o - 2>&1").output,
              HasSubstr("there are default, approach0"));
  const Outcome same = run("-o " + *folder_ / "topics.xml 2>/dev/null");
  EXPECT_EQ(same.exit_code, 2);
}

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
  // Words and formulas together are better than either alone, on questions made for this test.
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
  EXPECT_THAT(made.output, HasSubstr("the folder of the data is unknown (give it as --data"));
  const Outcome report = shell("grep -c '^| XY-Phoc | 0.51' " + folder / "out/mathamr.md");
  EXPECT_EQ(report.output, "1\n");
}

TEST(ExperimentCommand, FailsWithoutAFile) {
  const base::TemporaryFolder folder;
  EXPECT_EQ(shell("NOETHER experiment none.experiment -o " + folder / "out 2>&1").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
