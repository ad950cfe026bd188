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
    const auto file = ResultFile::create(files_, path, source);
    return file ? "" : file.error().message;
  }
  std::string content(const std::string& path) { return files_.read(path, 1000).value_or("none"); }

  TemporaryFolder folder_;
  FileSystem& files_ = FileSystem::real();
};

TEST_F(ResultFiles, ReplaceAFileOnlyWhenTheyAreWhole) {
  const std::string path = folder_ / "a";
  ASSERT_TRUE(write_result(path, "old"));
  {
    auto file = ResultFile::create(files_, path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half"));
  }
  EXPECT_EQ(content(path), "old");
  ASSERT_TRUE(write_result(path, "new"));
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(files_.list(folder_.path())->size(), 1U);
}

TEST_F(ResultFiles, ReplaceNothingThatIsNoPlainFile) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  ASSERT_TRUE(files_.make_folder(folder_ / "folder"));
  ASSERT_TRUE(write_result(folder_ / "file", "x"));
  std::filesystem::create_symlink(folder_ / "file", folder_ / "link");
  for (const char* name : {"pipe", "folder", "link"}) {
    EXPECT_THAT(message(folder_ / name), HasSubstr("not a plain file")) << name;
  }
  EXPECT_TRUE(std::filesystem::is_fifo(folder_ / "pipe"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
}

TEST_F(ResultFiles, ReplaceNothingThatIsRead) {
  ASSERT_TRUE(files_.make_folder(folder_ / "corpus/shards"));
  ASSERT_TRUE(write_result(folder_ / "corpus/shards/0", "x"));
  std::filesystem::create_hard_link(folder_ / "corpus/shards/0", folder_ / "other-name");
  EXPECT_THAT(message(folder_ / "corpus/shards/0", folder_ / "corpus"),
              HasSubstr("the file that is read"));
  EXPECT_THAT(message(folder_ / "other-name", folder_ / "corpus/shards/0"),
              HasSubstr("the file that is read"));
  EXPECT_EQ(message(folder_ / "other-name", folder_ / "elsewhere"), "");
  EXPECT_EQ(message(folder_ / "corpus/new", folder_ / "corpus"), "");
}

TEST_F(ResultFiles, AreWrittenByOneRunAtATime) {
  const std::string path = folder_ / "a";
  auto first = ResultFile::create(files_, path);
  ASSERT_TRUE(first);
  ASSERT_TRUE(first->write("first"));
  EXPECT_THAT(message(path), HasSubstr("another run"));
  ASSERT_TRUE(first->commit());
  EXPECT_EQ(content(path), "first");
  // The lock is kept while the files that belong to this one are written.
  EXPECT_THAT(message(path), HasSubstr("another run"));
}

}  // namespace
}  // namespace noether::base
