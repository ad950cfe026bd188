// noether corpus import, show and merge as their user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/base/file_system.h"
#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class CorpusCommands : public testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) {
    ASSERT_TRUE(base::write_atomically(base::FileSystem::real(), folder_ / name, text));
  }
  Outcome run(const std::string& command) {
    return shell("cd " + folder_.path() + " && NOETHER corpus " + command + " 2>&1");
  }
  std::string content(const std::string& name) {
    return base::FileSystem::real().read(folder_ / name, 1 << 20).value_or("(unreadable)");
  }

  base::TemporaryFolder folder_;
};

TEST_F(CorpusCommands, ImportWritesACheckedCorpusAndNamesWhatIsFalse) {
  write("a.txt", "+ x 1\n+ 1 x\n+ x 2\n\nsin x\n* 1 sin x\n");
  const Outcome imported = run("import a.txt -o corpus");
  EXPECT_EQ(imported.exit_code, 0) << imported.output;
  EXPECT_THAT(imported.output, AllOf(HasSubstr("a.txt:3: + x 2 is not + x 1: at x = "),
                                     HasSubstr("2 clusters, 4 members, 12 tokens"),
                                     HasSubstr("2 agrees (100.00 %)"), HasSubstr("refuted: 1")));
  EXPECT_EQ(content("corpus/clusters.txt"), "+ x 1\n+ 1 x\n\nsin x\n* 1 sin x\n");
}

TEST_F(CorpusCommands, ImportNamesABrokenLineAndWritesNothing) {
  write("a.txt", "+ x 1\n+ 1\n");
  const Outcome imported = run("import a.txt -o corpus");
  EXPECT_EQ(imported.exit_code, 1);
  EXPECT_THAT(imported.output, StartsWith("noether corpus import: a.txt:2: "));
  EXPECT_FALSE(base::FileSystem::real().exists(folder_ / "corpus"));
  const Outcome lenient = run("import a.txt -o corpus --lenient");
  EXPECT_EQ(lenient.exit_code, 0);
  EXPECT_THAT(lenient.output, AllOf(HasSubstr("a.txt:2: "), HasSubstr("broken: 1")));
}

TEST_F(CorpusCommands, ImportTakesStandardInputAndPipes) {
  write("a.txt", "+ x 1\n+ 1 x\n\nsin x\n* 1 sin x\n");
  for (const std::string command :
       {"cat a.txt | NOETHER corpus import - -o one", "NOETHER corpus import - -o two < a.txt",
        "gzip -c a.txt | NOETHER corpus import - -o three",
        "mkfifo pipe && { cat a.txt > pipe & } && "
        "NOETHER corpus import pipe -o four"}) {
    const Outcome imported = shell("cd " + folder_.path() + " && " + command + " 2>&1");
    EXPECT_EQ(imported.exit_code, 0) << imported.output;
    EXPECT_THAT(imported.output, HasSubstr("2 clusters, 4 members, 12 tokens"));
  }
  EXPECT_EQ(content("one/clusters.txt"), content("a.txt"));
  EXPECT_EQ(content("one/manifest.json"), content("three/manifest.json"));
  EXPECT_THAT(run("import a.txt --format jsonl -o a; NOETHER corpus import - --format jsonl -o b "
                  "< a.txt; cat b/clusters.jsonl"),
              testing::Field(&Outcome::output, HasSubstr("\"origin\": \"standard input:1\"")));
  EXPECT_EQ(shell("ls " + folder_.path()).output, "a\na.txt\nb\nfour\none\npipe\nthree\ntwo\n");
}

TEST_F(CorpusCommands, ImportFailsWithoutItsFileOrFolder) {
  EXPECT_EQ(run("import none.txt -o corpus").exit_code, 2);
  write("a.txt", "x\n");
  write("file", "");
  EXPECT_EQ(run("import a.txt -o file/corpus").exit_code, 2);
  EXPECT_EQ(run("import a.txt").exit_code, 2);
}

TEST_F(CorpusCommands, ShowPrintsClustersForPeople) {
  write("a.txt", "+ x 1\n+ 1 x\n\nsin x\n* 1 sin x\n");
  ASSERT_EQ(run("import a.txt --format jsonl -o corpus").exit_code, 0);
  EXPECT_EQ(run("show corpus --cluster 1 --as latex").output,
            "cluster 1: \\sin x\n"
            "  from a.txt:4; 2 members of 2 available\n"
            "  1 proven, 1 agrees; domains: 2 same\n"
            "     2 sin    proven   same      \\sin x\n"
            "     4 *      agrees   same      1\\sin x\n"
            "\n");
  EXPECT_THAT(run("show corpus --find '\\sin(x)+0'").output, StartsWith("cluster 1: sin x\n"));
  EXPECT_THAT(run("show corpus --find '- x -1'").output, StartsWith("cluster 0: + x 1\n"));
  EXPECT_EQ(run("show corpus --find '\\cos x'").exit_code, 1);
  EXPECT_THAT(run("show corpus -n 1 --members 1").output,
              AllOf(StartsWith("cluster 0"), HasSubstr("and 1 more"), Not(HasSubstr("cluster 1"))));
  EXPECT_EQ(run("show corpus --json").output, content("corpus/clusters.jsonl"));
  EXPECT_EQ(run("show corpus --cluster 7").exit_code, 1);
  EXPECT_EQ(run("show none").exit_code, 2);
}

TEST_F(CorpusCommands, MergeJoinsCorporaThatSayTheSame) {
  write("a.txt", "+ x 1\n+ 1 x\n");
  write("b.txt", "cos x\n\n- x -1\n+ 1 x\n");
  ASSERT_EQ(run("import a.txt -o a").exit_code, 0);
  ASSERT_EQ(run("import b.txt -o b").exit_code, 0);
  const Outcome merged = run("merge a b -o ab");
  EXPECT_EQ(merged.exit_code, 0) << merged.output;
  EXPECT_THAT(merged.output, HasSubstr("joined: 1"));
  EXPECT_EQ(content("ab/clusters.txt"), "+ x 1\n+ 1 x\n- x -1\n\ncos x\n");
  EXPECT_EQ(run("merge a none -o c").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
