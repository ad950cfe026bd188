#include "noether/base/result_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "noether/base/temporary_folder.h"

namespace noether::base {
namespace {

using testing::HasSubstr;

class ResultFiles : public testing::Test {
 protected:
  std::string message(const std::string& path, const std::string& source = {}) {
    const auto file = ResultFile::create(files, path, source);
    return file ? "" : file.error().message;
  }
  std::string content(const std::string& path) { return files.read(path, 1000).value_or("none"); }

  TemporaryFolder folder;
  FileSystem& files = FileSystem::real();
};

TEST_F(ResultFiles, ReplaceAFileOnlyWhenTheyAreWhole) {
  const std::string path = folder / "a";
  ASSERT_TRUE(write_result(path, "old"));
  {
    auto file = ResultFile::create(files, path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half"));
  }
  EXPECT_EQ(content(path), "old");
  ASSERT_TRUE(write_result(path, "new"));
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(files.list(folder.path())->size(), 1U);
}

TEST_F(ResultFiles, ReplaceNothingThatIsNoPlainFile) {
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  ASSERT_TRUE(files.make_folder(folder / "folder"));
  ASSERT_TRUE(write_result(folder / "file", "x"));
  std::filesystem::create_symlink(folder / "file", folder / "link");
  for (const char* name : {"pipe", "folder", "link"}) {
    EXPECT_THAT(message(folder / name), HasSubstr("no plain file")) << name;
  }
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST_F(ResultFiles, ReplaceNothingThatIsRead) {
  ASSERT_TRUE(files.make_folder(folder / "corpus/shards"));
  ASSERT_TRUE(write_result(folder / "corpus/shards/0", "x"));
  std::filesystem::create_hard_link(folder / "corpus/shards/0", folder / "other-name");
  EXPECT_THAT(message(folder / "corpus/shards/0", folder / "corpus"), HasSubstr("what is read"));
  EXPECT_THAT(message(folder / "other-name", folder / "corpus/shards/0"),
              HasSubstr("what is read"));
  EXPECT_EQ(message(folder / "other-name", folder / "elsewhere"), "");
  EXPECT_EQ(message(folder / "corpus/new", folder / "corpus"), "");
}

TEST_F(ResultFiles, AreWrittenByOneRunAtATime) {
  const std::string path = folder / "a";
  auto first = ResultFile::create(files, path);
  ASSERT_TRUE(first);
  ASSERT_TRUE(first->write("first"));
  EXPECT_THAT(message(path), HasSubstr("another run"));
  ASSERT_TRUE(first->commit());
  EXPECT_EQ(content(path), "first");
  // Until what belongs to it is written too.
  EXPECT_THAT(message(path), HasSubstr("another run"));
}

}  // namespace
}  // namespace noether::base
