#include "noether/collection/folder_watch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

class Watched : public testing::Test {
 protected:
  Watched() { EXPECT_EQ(::pipe(stop_.data()), 0); }
  ~Watched() override {
    for (const int end : stop_) ::close(end);
  }
  // The test needs no clock: the change, or the stop, is made before the wait.
  FolderWatch::Event next(FolderWatch& watch) { return watch.wait(stop_[0]).value(); }
  void stop() { EXPECT_EQ(::write(stop_[1], "x", 1), 1); }

  SampleFolder folder_;
  std::array<int, 2> stop_;
};

TEST_F(Watched, TellsOfFilesThatComeChangeAndGo) {
  folder_.write("sub/a.md", "A");
  auto watch = FolderWatch::open({folder_.path()}, {});
  ASSERT_TRUE(watch) << watch.error().message;
  EXPECT_EQ(watch->folders(), 2);
  folder_.write("sub/b.md", "B");
  EXPECT_EQ(next(*watch), FolderWatch::Event::Changed);
  std::filesystem::remove(folder_.path() + "/sub/a.md");
  EXPECT_EQ(next(*watch), FolderWatch::Event::Changed);
  std::filesystem::rename(folder_.path() + "/sub/b.md", folder_.path() + "/c.md");
  EXPECT_EQ(next(*watch), FolderWatch::Event::Changed);
  stop();
  EXPECT_EQ(next(*watch), FolderWatch::Event::Stopped);
}

TEST_F(Watched, FollowsFoldersThatComeAndForgetsThoseThatGo) {
  folder_.write("a.md", "A");
  auto watch = FolderWatch::open({folder_.path()}, {});
  ASSERT_TRUE(watch);
  folder_.write("new/deep/b.md", "B");
  EXPECT_EQ(next(*watch), FolderWatch::Event::Changed);
  ASSERT_TRUE(watch->refresh());
  EXPECT_EQ(watch->folders(), 3);
  folder_.write("new/deep/b.md", "B2");
  EXPECT_EQ(next(*watch), FolderWatch::Event::Changed);
  std::filesystem::remove_all(folder_.path() + "/new");
  EXPECT_EQ(next(*watch), FolderWatch::Event::Changed);
  ASSERT_TRUE(watch->refresh());
  EXPECT_EQ(watch->folders(), 1);
}

TEST_F(Watched, PassesOverHiddenFilesTheIndexAndNeighboursOfASingleFile) {
  folder_.write("notes/a.md", "A");
  folder_.write("notes/idx/manifest", "");
  folder_.write("one.jsonl", "{}");
  auto watch = FolderWatch::open({folder_.path() + "/notes", folder_.path() + "/one.jsonl"},
                                 {.passed_over = folder_.path() + "/notes/idx"});
  ASSERT_TRUE(watch);
  EXPECT_EQ(watch->folders(), 2);
  folder_.write("notes/.swap", "x");
  folder_.write("notes/idx/manifest", "y");
  folder_.write("other.jsonl", "{}");
  stop();
  EXPECT_EQ(next(*watch), FolderWatch::Event::Stopped) << "nothing that is read has changed";
}

TEST_F(Watched, TellsWhenASingleFileChanges) {
  const std::string file = folder_.write("one.jsonl", "{}");
  auto watch = FolderWatch::open({file}, {});
  ASSERT_TRUE(watch);
  folder_.write("one.jsonl", "{} ");
  EXPECT_EQ(next(*watch), FolderWatch::Event::Changed);
}

}  // namespace
}  // namespace noether::collection
