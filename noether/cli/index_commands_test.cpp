// noether index and the commands about an index, as their user meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class IndexCommands : public testing::Test {
 protected:
  void SetUp() override {
    write("notes.jsonl",
          "{\"id\": \"p1\", \"title\": \"A sum\", \"text\": \"What is $1+x$?\", \"tags\": "
          "[\"sums\"]}\n"
          "{\"id\": \"p2\", \"title\": \"Zero\", \"text\": \"Nothing at all: $x^2$ or $1+x$.\"}\n");
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  Outcome run(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER " + arguments);
  }
  // What is said on stderr, and the exit code.
  Outcome complaint(const std::string& arguments) { return run(arguments + " 2>&1 >/dev/null"); }
  base::TemporaryFolder folder_;
};

TEST_F(IndexCommands, IndexSaysWhatCameIn) {
  const Outcome made = run("index notes.jsonl -o idx");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, HasSubstr("2 documents with 0.0 MB of text and 3 formulas in "));
  EXPECT_THAT(made.output, HasSubstr("no problems\nidx: 2 documents, 2 different formulas, 1 "
                                     "segment, "));
  const Outcome again = run("index notes.jsonl -o idx --json");
  EXPECT_THAT(again.output, HasSubstr("\"documents\": 2, \"replaced\": 2, \"refused\": 0"));
  EXPECT_THAT(run("stats idx").output, HasSubstr("2 documents\n"));
}

TEST_F(IndexCommands, IndexRefusesADocumentOfAnIdThatItHadBefore) {
  write("twice.jsonl", "{\"id\": \"p1\", \"text\": \"another\"}\n");
  const Outcome made = run("index notes.jsonl twice.jsonl -o idx 2>&1");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_THAT(made.output, HasSubstr("document 'p1' refused: a document of this id"));
  EXPECT_THAT(run("get idx p1").output, HasSubstr("What is 1 + x?"));
}

TEST_F(IndexCommands, IndexRefusesAFolderOfOtherThings) {
  write("holiday.txt", "sun");
  const Outcome made = complaint("index notes.jsonl -o .");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_THAT(made.output, HasSubstr("noether index: '.' holds '"));
  EXPECT_THAT(made.output, HasSubstr("and is no index"));
  EXPECT_EQ(complaint("index absent.jsonl -o idx").exit_code, 2);
  EXPECT_EQ(complaint("index notes.jsonl").exit_code, 2);
}

TEST_F(IndexCommands, IndexCountsOneAsOne) {
  write("one.jsonl", "{\"id\": \"p1\", \"text\": \"a $x$\"}\n");
  const Outcome made = run("index one.jsonl -o idx");
  EXPECT_THAT(made.output, HasSubstr("1 document with 0.0 MB of text and 1 formula in "));
  EXPECT_THAT(made.output, HasSubstr("idx: 1 document, 1 different formula, 1 segment, "));
}

TEST_F(IndexCommands, IndexFailsWhenItsSummaryCannotBeWritten) {
  const Outcome made = run("index notes.jsonl -o idx 2>&1 >/dev/full");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_THAT(made.output, HasSubstr("No space left on device"));
}

TEST_F(IndexCommands, IndexMakesNoneOfNothing) {
  std::filesystem::create_directory(folder_ / "bad");
  write("bad/LICENSE", "free");
  write("bad/bad.jsonl", "no JSON\n");
  const Outcome made = complaint("index bad -o idx");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_THAT(made.output, HasSubstr("1 file of another kind was left out: LICENSE"));
  EXPECT_THAT(made.output,
              HasSubstr("there is no document to add\n  problems: 1 skipped, 1 remark\n"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "idx"));
}

TEST_F(IndexCommands, EveryCommandSaysWhenThereIsNoIndex) {
  for (const char* command : {"stats nowhere", "get nowhere p1", "merge nowhere",
                              "delete nowhere p1", "check-index nowhere"}) {
    const Outcome made = complaint(command);
    EXPECT_EQ(made.exit_code, 2) << command;
    EXPECT_THAT(made.output, HasSubstr("'nowhere' is no index")) << command;
  }
}

TEST_F(IndexCommands, GetShowsADocumentWithReadableFormulas) {
  run("index notes.jsonl -o idx");
  EXPECT_EQ(run("get idx p2").output,
            "p2  text\n"
            "source         notes.jsonl:2\n"
            "\n"
            "title\n"
            "  Zero\n"
            "\n"
            "body\n"
            "  Nothing at all: x² or 1 + x.\n");
  EXPECT_THAT(run("get idx p2 --latex").output, HasSubstr("$x^2$ or $1+x$"));
  EXPECT_THAT(run("get idx p1 --json").output, HasSubstr("\"tags\": [\"sums\"]"));
  const Outcome absent = complaint("get idx p3");
  EXPECT_EQ(absent.exit_code, 1);
  EXPECT_THAT(absent.output, HasSubstr("'idx' has no document 'p3'"));
}

TEST_F(IndexCommands, StatsCountsSpacesAndNamesFrequentTerms) {
  run("index notes.jsonl -o idx");
  const std::string text = run("stats idx --top 2").output;
  EXPECT_THAT(text, HasSubstr("2 different formulas in 3 places\n1 segment"));
  EXPECT_THAT(text, HasSubstr("\nkinds: text 2\n"));
  EXPECT_THAT(text, HasSubstr("\ntags: sums 1\n"));
  const std::string json = run("stats idx --json").output;
  EXPECT_THAT(json, HasSubstr("{\"documents\": 2, \"deleted\": 0, \"formulas\": 2, \"places\": 3"));
  EXPECT_THAT(json, HasSubstr("{\"name\": \"paths\", \"unit\": \"formula\", \"units\": 2"));
}

TEST_F(IndexCommands, DeleteTakesDocumentsOutAndMergeForgetsThem) {
  run("index notes.jsonl -o idx");
  const Outcome deleted = run("delete idx p1 p9 2>&1");
  EXPECT_EQ(deleted.exit_code, 1);
  EXPECT_THAT(deleted.output, HasSubstr("'idx' has no document 'p9'"));
  EXPECT_THAT(deleted.output, HasSubstr("1 document deleted\n"));
  EXPECT_EQ(run("get idx p1 2>/dev/null").exit_code, 1);
  EXPECT_EQ(run("get idx p2").exit_code, 0);
  EXPECT_EQ(run("merge idx").exit_code, 0);
  EXPECT_THAT(run("stats idx").output, HasSubstr("1 documents\n"));
  EXPECT_EQ(run("check-index idx").exit_code, 0);
}

TEST_F(IndexCommands, CheckIndexNamesTheDamagedFile) {
  run("index notes.jsonl -o idx");
  EXPECT_THAT(run("check-index idx").output,
              HasSubstr("idx: no damage in 2 documents and 2 formulas of 1 segment"));
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder_ / "idx/segments")) {
    if (file.path().filename() != "terms") continue;
    std::fstream bytes(file.path(), std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(100);
    bytes.put('!');
  }
  const Outcome damaged = run("check-index idx 2>&1");
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_THAT(damaged.output, HasSubstr("/terms'"));
  EXPECT_THAT(damaged.output, Not(HasSubstr("no damage")));
  EXPECT_THAT(run("check-index idx --json 2>/dev/null").output, HasSubstr("\"damages\": [\""));
}

TEST_F(IndexCommands, IndexKeepsASecondWriterOut) {
  run("index notes.jsonl -o idx");
  // Another program holds the lock for as long as the command runs.
  const Outcome made =
      run("check-index idx >/dev/null; flock idx/lock -c 'NOETHER delete idx p1' 2>&1");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_THAT(made.output, HasSubstr("another program writes this index"));
}

// One section of PlanetMath, and the first posts of ARQMath's collection.
class RealIndex : public IndexCommands {
 protected:
  static std::filesystem::path data(const std::string& name) {
    const char* folder = std::getenv("NOETHER_DATA");
    return std::filesystem::absolute(std::filesystem::path(folder ? folder : "../shared/data") /
                                     name);
  }
};

TEST_F(RealIndex, PlanetMathIsIndexedWithoutAnError) {
  const auto section = data("text/planetmath/05_Combinatorics");
  if (!std::filesystem::exists(section)) GTEST_SKIP() << "no PlanetMath; set NOETHER_DATA";
  const Outcome made = run("index " + section.string() + " -o idx 2>&1");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(run("check-index idx").output, HasSubstr("no damage"));
  EXPECT_THAT(run("stats idx").output, HasSubstr("\nwords "));
  const Outcome found = run("search idx 'pigeonhole principle' --top 1 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_THAT(found.output, HasSubstr("example of pigeonhole principle"));
}

TEST_F(RealIndex, PostsOfArqmathAreIndexedWithoutAnError) {
  std::ifstream posts(data("arqmath/collection/Posts.V1.3.xml"));
  if (!posts) GTEST_SKIP() << "no arqmath/collection; set NOETHER_DATA";
  std::filesystem::create_directory(folder_ / "dump");
  {
    std::ofstream few(folder_ / "dump/Posts.V1.3.xml");
    std::string line;
    for (int i = 0; i < 400 && std::getline(posts, line); ++i) few << line << "\n";
    few << "</posts>\n";
  }
  const Outcome made = run("index dump -o idx 2>&1");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(run("check-index idx").output, HasSubstr("no damage in 39"));
  const Outcome found = run("search idx '$\\sum_{n=1}^{\\infty}\\frac{1}{n}$' --top 1 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_THAT(found.output, HasSubstr("question · 255 "));
}

}  // namespace
}  // namespace noether::cli
