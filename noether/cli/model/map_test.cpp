// noether map as its user runs it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

class Map : public testing::Test {
 protected:
  Map() {
    std::ofstream(corpus_) << "sin * 2 x\n* 2 * sin x cos x\n\n"
                              "pow + x 1 2\n* + x 1 + x 1\n\nexp * 2 x\npow exp x 2\n";
  }
  Outcome run(const std::string& arguments) {
    return shell("NOETHER map " + corpus_ + " --model bag-of-tokens --iterations 50 " + arguments +
                 " 2>&1");
  }

  base::TemporaryFolder folder_;
  std::string corpus_ = folder_ / "corpus.txt";
};

TEST_F(Map, DrawsTheSamePictureForTheSameSeed) {
  for (const char* const name : {"a.svg", "b.svg"}) {
    const Outcome drawn = run("-o " + (folder_ / name));
    EXPECT_EQ(drawn.exit_code, 0) << drawn.output;
    EXPECT_NE(drawn.output.find("3 clusters of equal expressions; 6 expressions"),
              std::string::npos)
        << drawn.output;
  }
  EXPECT_EQ(shell("cmp " + (folder_ / "a.svg") + " " + (folder_ / "b.svg") + " 2>&1").output, "");
}

TEST_F(Map, WritesAPageThatMarksAQuery) {
  const Outcome drawn =
      run("--clusters 2 --query '\\cos(2x)' --found 1 -o " + (folder_ / "map.html"));
  EXPECT_EQ(drawn.exit_code, 0) << drawn.output;
  EXPECT_EQ(shell("grep -c '<line class=\"found\"' " + (folder_ / "map.html")).output, "1\n");
}

TEST_F(Map, RefusesOtherKindsOfFilesAndQueriesThatAreNone) {
  const Outcome drawn = run("-o " + (folder_ / "map.png"));
  EXPECT_EQ(drawn.exit_code, 2);
  EXPECT_NE(drawn.output.find(".svg or .html"), std::string::npos) << drawn.output;
  EXPECT_EQ(run("--query 'x = 1' -o " + (folder_ / "map.svg")).exit_code, 1);
  const Outcome empty = run("--query '' -o " + (folder_ / "map.svg"));
  EXPECT_EQ(empty.exit_code, 1);
  EXPECT_NE(empty.output.find("noether map: the expression is empty"), std::string::npos)
      << empty.output;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "map.svg"));
}

class MapOfIndex : public testing::Test {
 protected:
  MapOfIndex() {
    std::filesystem::create_directory(folder_ / "notes");
    std::ofstream(folder_ / "notes/a.md") << "# Sums\n\nHere $x+1$ and $x^2$, then $\\sin x$.\n";
    std::ofstream(folder_ / "notes/b.md") << "# Roots\n\nThere $\\sqrt{x}$ and $x^2$.\n";
    const Outcome built = shell("NOETHER index " + (folder_ / "notes") + " -o " + index_ + " 2>&1");
    EXPECT_EQ(built.exit_code, 0) << built.output;
  }
  Outcome run(const std::string& arguments) {
    return shell("NOETHER map " + index_ + " " + arguments + " 2>&1");
  }

  base::TemporaryFolder folder_;
  std::string index_ = folder_ / "notes.idx";
};

TEST_F(MapOfIndex, SaysHowToMakeVectors) {
  const Outcome drawn = run("-o " + (folder_ / "map.svg"));
  EXPECT_EQ(drawn.exit_code, 1);
  EXPECT_NE(drawn.output.find("noether embed-index"), std::string::npos) << drawn.output;
}

TEST_F(MapOfIndex, DrawsADotForEachVectorTheSameForTheSameSeed) {
  const Outcome embedded = shell("NOETHER embed-index " + index_ + " 2>&1");
  ASSERT_EQ(embedded.exit_code, 0) << embedded.output;
  for (const char* const name : {"a.svg", "b.svg", "map.html"}) {
    const Outcome drawn = run("-o " + (folder_ / name));
    EXPECT_EQ(drawn.exit_code, 0) << drawn.output;
    EXPECT_NE(drawn.output.find("The formulas of notes.idx; 4 of 4 vectors"), std::string::npos)
        << drawn.output;
  }
  EXPECT_EQ(shell("cmp " + (folder_ / "a.svg") + " " + (folder_ / "b.svg") + " 2>&1").output, "");
  EXPECT_EQ(shell("grep -c '<title>.*</circle>\\|<title>.*</rect>' " + (folder_ / "a.svg")).output,
            "4\n");
}

TEST_F(MapOfIndex, RefusesOptionsOfCorpora) {
  const Outcome drawn = run("--clusters 3 -o " + (folder_ / "map.svg"));
  EXPECT_EQ(drawn.exit_code, 2);
  EXPECT_NE(drawn.output.find("--clusters is an option for maps of a corpus"), std::string::npos)
      << drawn.output;
}

}  // namespace
}  // namespace noether::cli
