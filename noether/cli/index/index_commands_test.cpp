// noether index and the other commands for an index, as their user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/index/index_writer.h"
#include "noether/index/passages/passages_fixture.h"

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
  Outcome here(const std::string& command) {
    return shell("cd " + folder_.path() + " && " + command);
  }
  Outcome run(const std::string& arguments) { return here("NOETHER " + arguments); }
  // The output on stderr, and the exit code.
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

TEST_F(IndexCommands, PassagesAreCountedAndChecked) {
  run("index notes.jsonl -o idx");
  EXPECT_THAT(run("stats idx").output, Not(HasSubstr("passage")));
  EXPECT_THAT(run("stats idx --json").output, HasSubstr("\"passages\": []"));
  {
    auto writer = index::IndexWriter::open(folder_ / "idx");
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(writer->add_passages(index::made_up_passage_model("tiny", 8, 2)));
  }
  // Titles and texts, and a token for each blank.
  EXPECT_THAT(run("stats idx").output,
              HasSubstr("the set 'passages' of passages: 4 passages of 2 documents, 0.00 MB with a "
                        "graph of 0.00 MB and 0.00 MB of 8 tokens; 0 documents have none yet\n"
                        "vectors of width 8 by the model 'tiny' ("));
  EXPECT_THAT(run("stats idx --json").output,
              HasSubstr("\"passages\": [{\"set\": \"passages\", \"documents\": 2, \"tried\": 2, "
                        "\"untried\": 0, \"passages\": 4, \"tokens\": 8, \"token_bytes\": 2, "));
  EXPECT_THAT(run("check-index idx").output, HasSubstr("2 formulas with 4 passages of 1 segment"));
  EXPECT_THAT(run("check-index idx --json").output, HasSubstr("\"passages\": 4"));
  write("more.jsonl", "{\"id\": \"p3\", \"text\": \"another\"}\n");
  run("index more.jsonl -o idx");
  EXPECT_THAT(run("stats idx").output, HasSubstr("; 1 document has none yet\n"));
}

TEST_F(IndexCommands, IndexRefusesAFolderOfOtherThings) {
  write("holiday.txt", "sun");
  const Outcome made = complaint("index notes.jsonl -o .");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_THAT(made.output, HasSubstr("noether index: '.' holds '"));
  EXPECT_THAT(made.output, HasSubstr("and is not an index"));
  EXPECT_EQ(complaint("index absent.jsonl -o idx").exit_code, 2);
  EXPECT_EQ(complaint("index notes.jsonl").exit_code, 2);
}

TEST_F(IndexCommands, IndexCountsOneAsOne) {
  write("one.jsonl", "{\"id\": \"p1\", \"text\": \"a $x$\"}\n");
  const Outcome made = run("index one.jsonl -o idx");
  EXPECT_THAT(made.output, HasSubstr("1 document with 0.0 MB of text and 1 formula in "));
  EXPECT_THAT(made.output, HasSubstr("idx: 1 document, 1 different formula, 1 segment, "));
  EXPECT_THAT(run("stats idx").output,
              HasSubstr("1 document\n1 different formula in 1 place\n1 segment, "));
  EXPECT_THAT(run("check-index idx").output,
              HasSubstr("no damage in 1 document and 1 formula of 1 segment, "));
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
  EXPECT_THAT(made.output, HasSubstr("1 file of another kind was left out: without an ending 1"));
  EXPECT_THAT(made.output,
              HasSubstr("there is no document to add\n  problems: 1 skipped, 1 remark\n"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "idx"));
}

TEST_F(IndexCommands, IndexingAFolderAgainTakesOutWhatIsGoneFromIt) {
  std::filesystem::create_directories(folder_ / "notes");
  write("notes/a.md", "# A\n\nOn $x^2$.\n");
  write("notes/b.md", "# B\n\nOn $y^2$.\n");
  ASSERT_EQ(run("index notes -o idx").exit_code, 0);
  ASSERT_EQ(run("index notes.jsonl -o idx").exit_code, 0);
  std::filesystem::remove(folder_ / "notes/b.md");
  write("notes/c.md", "# C\n\nOn $z^2$.\n");
  const Outcome kept = run("index notes -o idx --keep-removed");
  EXPECT_THAT(kept.output, Not(HasSubstr("removed")));
  EXPECT_EQ(run("get idx b.md").exit_code, 0);
  // From any folder, and with any form of the path.
  const Outcome again =
      shell("cd " + folder_.path() + "/notes && NOETHER index ../notes/. -o ../idx");
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.output, HasSubstr("2 documents (2 of them replaced)"));
  EXPECT_THAT(again.output, HasSubstr("1 document removed, no longer in the sources\n"));
  EXPECT_EQ(run("get idx b.md 2>/dev/null").exit_code, 1);
  for (const char* id : {"a.md", "c.md", "p1", "p2"}) {
    EXPECT_EQ(run(std::string("get idx ") + id).exit_code, 0) << id;
  }
  EXPECT_THAT(
      run("stats idx").output,
      HasSubstr("\nsources: " + std::filesystem::canonical(folder_ / "notes").string() + " 2, "));
}

TEST_F(IndexCommands, NothingLeavesTheIndexWhenTheSourceWasReadInPart) {
  std::filesystem::create_directories(folder_ / "notes");
  write("notes/a.md", "# A\n\nOn $x^2$.\n");
  write("notes/b.txt", "On $y^2$.\n");
  write("notes/c.jsonl", "{\"id\": \"c\", \"text\": \"c\"}\n");
  ASSERT_EQ(run("index notes -o idx").exit_code, 0);
  const Outcome part = complaint("index notes -o idx --format markdown");
  EXPECT_THAT(part.output, HasSubstr("2 documents that came from these sources before stay in the "
                                     "index: --format reads only a part of a folder"));
  // A folder with the name of the file cannot be read by any user.
  std::filesystem::remove(folder_ / "notes/c.jsonl");
  std::filesystem::remove(folder_ / "notes/b.txt");
  std::filesystem::create_directories(folder_ / "notes/b.txt");
  ASSERT_EQ(::mkfifo((folder_ / "notes/c.jsonl").c_str(), 0600), 0);
  const Outcome unread = complaint("index notes -o idx");
  EXPECT_EQ(unread.exit_code, 1);
  EXPECT_THAT(unread.output, HasSubstr("1 document that came from these sources before stays in "
                                       "the index: 'notes/c.jsonl' could not be read"));
  EXPECT_EQ(run("get idx c").exit_code, 0);
  EXPECT_EQ(run("get idx b.txt 2>/dev/null").exit_code, 1);
}

TEST_F(IndexCommands, ABrokenFileKeepsItsOwnDocumentsAndNoOthers) {
  std::filesystem::create_directories(folder_ / "notes");
  write("notes/a.md", "# A\n");
  write("notes/b.md", "# B\n");
  write("n.md", "# In the archive\n");
  ASSERT_EQ(here("tar cf notes/n.tar n.md").exit_code, 0);
  ASSERT_EQ(run("index notes -o idx").exit_code, 0);
  write("notes/n.tar", "broken");
  write("notes/bad.zip", "no archive");
  write("notes/bad.tar.gz", "no archive");
  std::filesystem::remove(folder_ / "notes/b.md");
  const Outcome again = run("index notes -o idx 2>&1");
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("1 document removed, no longer in the sources\n"));
  EXPECT_THAT(again.output,
              HasSubstr("1 document that came from these sources before stays in the index: "
                        "'notes/bad.tar.gz', 'notes/bad.zip', 'notes/n.tar' could not be read"));
  EXPECT_THAT(again.output, Not(HasSubstr("too many archives")));
  EXPECT_EQ(run("get idx b.md 2>/dev/null").exit_code, 1);
  for (const char* id : {"a.md", "n.tar/n.md"}) {
    EXPECT_EQ(run(std::string("get idx ") + id).exit_code, 0) << id;
  }
}

TEST_F(IndexCommands, TheLastDocumentOfAFolderThatIsEmptiedLeaves) {
  std::filesystem::create_directories(folder_ / "notes");
  EXPECT_EQ(run("index notes -o idx 2>/dev/null").exit_code, 1);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "idx"));
  write("notes/a.md", "# A\n");
  ASSERT_EQ(run("index notes -o idx").exit_code, 0);
  std::filesystem::remove(folder_ / "notes/a.md");
  const Outcome emptied = run("index notes -o idx 2>/dev/null");
  EXPECT_EQ(emptied.exit_code, 0);
  EXPECT_THAT(emptied.output, HasSubstr("1 document removed, no longer in the sources\n"));
  EXPECT_THAT(emptied.output, HasSubstr("idx: 0 documents, "));
  EXPECT_EQ(run("get idx a.md 2>/dev/null").exit_code, 1);
  EXPECT_THAT(run("check-index idx").output, HasSubstr("no damage"));
  // A folder that is missing may come back.
  std::filesystem::remove(folder_ / "notes");
  EXPECT_EQ(run("index notes -o idx 2>/dev/null").exit_code, 2);
}

TEST_F(IndexCommands, WatchFollowsChangesUntilInterrupted) {
  std::filesystem::create_directories(folder_ / "notes");
  std::filesystem::create_directories(folder_ / "more");
  write("more/c.md", "# C\n");
  write("more/d.md", "# D\n");
  // Begins with an empty folder. Each step waits for the report of the previous one; the limit ends
  // a failed test.
  const Outcome watched = here(
      "timeout 120 sh -c '"
      "NOETHER index notes -o idx --watch > log 2>&1 & pid=$!; "
      "said() { until grep -q \"$1\" log; do kill -0 $pid || exit 9; sleep 0.02; done; }; "
      "said \"watching 1 folder\"; printf \"# A\\n\" > notes/a.md; "
      "said \"1 new, 0 changed, 0 removed; idx: 1 document\"; "
      "mkdir notes/new; printf \"# B\\n\" > notes/new/b.md; "
      "said \"1 new, 0 changed, 0 removed; idx: 2 documents\"; "
      "said \"watching 2 folders\"; printf \"# B again\\n\" > notes/new/b.md; "
      "said \"0 new, 1 changed, 0 removed; idx: 2 documents\"; "
      "rm notes/a.md; said \"0 new, 0 changed, 1 removed; idx: 1 document\"; "
      "printf broken > notes/bad.zip; said \"bad.zip: skipped\"; "
      "rm notes/new/b.md; said \"0 new, 0 changed, 1 removed; idx: 0 documents\"; "
      "mv more notes/more; said \"2 new, 0 changed, 0 removed; idx: 2 documents\"; "
      "kill -INT $pid; wait $pid'");
  EXPECT_EQ(watched.exit_code, 0) << here("cat log").output;
  EXPECT_THAT(run("get idx more/c.md").output, HasSubstr("C"));
  EXPECT_THAT(run("check-index idx").output, HasSubstr("no damage"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "idx/lock"));
}

TEST_F(IndexCommands, AnIndexInsideItsSourceIsNotReadAsAPartOfIt) {
  std::filesystem::create_directories(folder_ / "notes");
  write("notes/a.md", "# A\n\nOn $x^2$.\n");
  ASSERT_EQ(run("index notes -o notes/idx").exit_code, 0);
  EXPECT_THAT(run("index notes -o notes/idx 2>&1").output, HasSubstr("no problems"));
}

TEST_F(IndexCommands, LinksOutOfAFolderAreFollowedWhenAsked) {
  std::filesystem::create_directories(folder_ / "notes");
  write("notes/a.md", "# A\n");
  write("b.md", "# B\n");
  std::filesystem::create_symlink("../b.md", folder_ / "notes/link.md");
  EXPECT_THAT(
      run("documents notes 2>&1").output,
      HasSubstr("1 link out of the folder was not followed (--follow-links follows it): link.md"));
  EXPECT_THAT(run("documents notes --follow-links").output, HasSubstr("2 documents"));
}

TEST_F(IndexCommands, AFailedRunLeavesNothingBehind) {
  const auto files = [&] { return here("find idx -type f | sort").output; };
  const Outcome made = here("sh -c 'ulimit -f 1; NOETHER index notes.jsonl -o idx' 2>&1");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_THAT(made.output, HasSubstr("File too large"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "idx"));
  // The existing index is unchanged.
  ASSERT_EQ(run("index notes.jsonl -o idx").exit_code, 0);
  const std::string before = files();
  EXPECT_EQ(here("sh -c 'ulimit -f 1; NOETHER index notes.jsonl -o idx' 2>&1").exit_code, 2);
  EXPECT_EQ(files(), before);
  EXPECT_EQ(run("check-index idx").exit_code, 0);
}

TEST_F(IndexCommands, EveryCommandSaysWhenThereIsNoIndex) {
  for (const char* command : {"stats nowhere", "get nowhere p1", "merge nowhere",
                              "delete nowhere p1", "check-index nowhere"}) {
    const Outcome made = complaint(command);
    EXPECT_EQ(made.exit_code, 2) << command;
    EXPECT_THAT(made.output, HasSubstr("'nowhere' is not an index")) << command;
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
  EXPECT_THAT(run("stats idx").output, HasSubstr("1 document\n"));
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
