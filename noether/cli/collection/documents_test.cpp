// noether documents as its user runs it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/collection/document_source.h"

namespace noether::cli {
namespace {

class Documents : public testing::Test {
 protected:
  void SetUp() override {
    write("pairs.jsonl",
          "{\"id\": \"p1\", \"question\": \"What is $1+1$?\", \"answer\": \"It is $2$.\"}\n"
          "{broken\n"
          "{\"id\": \"p2\", \"title\": \"Zero\", \"text\": \"Nothing at all.\", \"tags\": "
          "[\"n\"]}\n");
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  Outcome run(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER documents " + arguments);
  }
  base::TemporaryFolder folder_;
};

TEST_F(Documents, ShowsHowACollectionIsUnderstoodAndCountsIt) {
  const Outcome made = run("pairs.jsonl -n 2 2>/dev/null");
  EXPECT_EQ(made.exit_code, 1);  // one record is broken
  EXPECT_EQ(made.output,
            "p1  question\n"
            "  source         pairs.jsonl:1\n"
            "  body           What is $1+1$?\n"
            "                   1 formula: 1+1\n"
            "\n"
            "p1/answer  answer\n"
            "  source         pairs.jsonl:1\n"
            "  parent         p1\n"
            "  body           It is $2$.\n"
            "                   1 formula: 2\n"
            "\n"
            "3 documents: 1 answer, 1 question, 1 text\n"
            "fields: 3 body, 1 title; 0.0 MB of text\n"
            "2 formulas\n"
            "problems: 1 skipped\n");
}

TEST_F(Documents, NamesTheBrokenRecordOnStderr) {
  const Outcome made = run("pairs.jsonl -n 0 2>&1 >/dev/null");
  EXPECT_EQ(made.output.find("noether documents: pairs.jsonl:2: skipped: not JSON"), 0U)
      << made.output;
}

TEST_F(Documents, WritesJsonWithTheCountsLast) {
  const Outcome made = run("pairs.jsonl --json --id p2 2>/dev/null");
  EXPECT_EQ(
      made.output,
      "{\"id\": \"p2\", \"kind\": \"text\", \"parent\": \"\", \"source\": \"pairs.jsonl:3\", "
      "\"tags\": [\"n\"], \"fields\": [{\"name\": \"title\", \"text\": \"Zero\", \"formulas\": "
      "[]}, "
      "{\"name\": \"body\", \"text\": \"Nothing at all.\", \"formulas\": []}], "
      "\"properties\": []}\n"
      "{\"summary\": {\"documents\": 3, \"kinds\": {\"answer\": 1, \"question\": 1, \"text\": 1}, "
      "\"formulas\": 2, \"with_id\": 0, \"with_visual_id\": 0, \"text_bytes\": 43, "
      "\"skipped\": 1, \"flawed\": 0, \"remarks\": 0}}\n");
}

TEST_F(Documents, TakesTheFormatAndTheMembersItIsTold) {
  write("odd.data", "{\"key\": \"k\", \"stem\": \"A lemma.\"}\n");
  const Outcome named = run("odd.data --field id=key --field body=stem -n 1");
  EXPECT_EQ(named.exit_code, 0);
  EXPECT_EQ(named.output.find("k  text\n"), 0U) << named.output;
  const Outcome as_text = run("odd.data --format text -n 1");
  EXPECT_EQ(as_text.output.find("odd.data  text\n"), 0U) << as_text.output;
}

TEST_F(Documents, CountsOneAsOne) {
  write("one.md", "On $x^2$.\n");
  const Outcome made = run("one.md -n 0");
  EXPECT_EQ(made.output,
            "1 document: 1 article\n"
            "fields: 1 body; 0.0 MB of text\n"
            "1 formula\n"
            "no problems\n");
}

TEST_F(Documents, HelpNamesEveryFormat) {
  const std::string help = run("--help").output;
  for (const std::string& format : collection::format_names()) {
    EXPECT_NE(help.find(format, help.find("Formats: ")), std::string::npos) << format;
  }
}

TEST_F(Documents, RefusesWhatIsNotThere) {
  EXPECT_EQ(run("absent 2>/dev/null").exit_code, 2);
  EXPECT_EQ(run("pairs.jsonl --format docx 2>/dev/null").exit_code, 2);
  EXPECT_EQ(run("pairs.jsonl --field colour=red 2>/dev/null").exit_code, 2);
  EXPECT_EQ(run("2>/dev/null").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
