#include "noether/base/file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "noether/base/faulty_file_system.h"
#include "noether/base/file_descriptor.h"
#include "noether/base/result_file.h"

namespace noether::base {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FilesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "noether-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string content(const std::string& name) const {
    return FileSystem::real().read(path(name), 1 << 20).value_or("(unreadable)");
  }
  std::vector<std::string> names() const { return *FileSystem::real().list(folder_); }

  std::string folder_;
};

using RealFileSystem = FilesTest;
using AtomicFiles = FilesTest;
using FileLocks = FilesTest;
using FaultyFiles = FilesTest;

TEST_F(RealFileSystem, CreatesAppendsListsAndRemoves) {
  FileSystem& files = FileSystem::real();
  auto b = files.create(path("b"));
  ASSERT_TRUE(b && (*b)->write("one ") && (*b)->close());
  auto more = files.append(path("b"));
  ASSERT_TRUE(more && (*more)->write("two") && (*more)->sync() && (*more)->close());
  ASSERT_TRUE(files.make_folder(path("a/inner")));
  EXPECT_EQ(content("b"), "one two");
  EXPECT_THAT(names(), ElementsAre("a", "b"));
  EXPECT_TRUE(files.is_folder(path("a")));
  EXPECT_FALSE(files.is_folder(path("b")));

  ASSERT_TRUE(files.rename(path("b"), path("c")) && files.remove(path("a/inner")));
  ASSERT_TRUE(files.remove(path("a")) && files.sync_folder(folder_));
  EXPECT_TRUE(files.remove(path("never there")));
  EXPECT_THAT(names(), ElementsAre("c"));
}

TEST_F(RealFileSystem, SaysWhatCannotBeDone) {
  FileSystem& files = FileSystem::real();
  EXPECT_THAT(files.create(path("no/file")).error().message, HasSubstr("cannot create"));
  EXPECT_THAT(files.open(path("none")).error().message, HasSubstr("No such file"));
  EXPECT_THAT(files.open(folder_).error().message, HasSubstr("not a regular file"));
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(files.open(path("pipe")).error().message, HasSubstr("not a regular file"))
      << "without waiting for someone who writes";
  EXPECT_THAT(files.list(path("none")).error().message, HasSubstr("none"));
  ASSERT_TRUE(write_atomically(files, path("file"), "12345"));
  EXPECT_THAT(files.read(path("file"), 4).error().message, HasSubstr("more than 4 bytes"));
  EXPECT_THAT(files.make_folder(path("file")).error().message, HasSubstr("make the folder"));
  const auto file = files.open(path("file"));
  std::string bytes(3, ' ');
  ASSERT_TRUE(file && (*file)->read_at(2, bytes));
  EXPECT_EQ(bytes, "345");
  EXPECT_THAT((*file)->read_at(3, bytes).error().message, HasSubstr("ends at byte 5"));
}

TEST_F(RealFileSystem, ReportsAFullDisk) {
  if (!FileSystem::real().exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  auto full = FileSystem::real().append("/dev/full");
  ASSERT_TRUE(full);
  const auto written = (*full)->write("x");
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("No space left"));
  EXPECT_THAT(written.error().hint, HasSubstr("make room"));
}

TEST_F(AtomicFiles, AppearsOnlyWhenCommitted) {
  FileSystem& files = FileSystem::real();
  {
    auto file = AtomicFile::create(files, path("a"));
    ASSERT_TRUE(file && file->write("half"));
    EXPECT_FALSE(files.exists(path("a")));
  }
  EXPECT_THAT(names(), IsEmpty());
  {
    auto file = AtomicFile::create(files, path("a"));
    ASSERT_TRUE(file && file->write("who") && file->write("le") && file->commit());
    EXPECT_EQ(file->size(), 5);
    EXPECT_EQ(file->digest(), digest_of("whole"));
  }
  EXPECT_EQ(content("a"), "whole");
  EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(AtomicFiles, KeepsTheOldContentWhateverCallFails) {
  bool went_through = false;
  for (std::uint64_t crash_at = 0; !went_through; ++crash_at) {
    ASSERT_TRUE(write_atomically(FileSystem::real(), path("a"), "old"));
    FaultyFileSystem files(crash_at);
    went_through = write_atomically(files, path("a"), "new").has_value();
    if (went_through) {
      EXPECT_EQ(content("a"), "new");
      EXPECT_EQ(crash_at, 5);  // create, write, sync, rename, sync of the folder
    } else if (FileSystem::real().exists(path("a"))) {
      EXPECT_EQ(content("a"), "old") << crash_at;
    } else {
      // Undoing a rename cannot bring back what it replaced; the new content waits beside it.
      EXPECT_EQ(crash_at, 4);
      EXPECT_EQ(content("a.unfinished"), "new");
    }
  }
}

TEST_F(FaultyFiles, LosesWhatWasNotSynced) {
  FaultyFileSystem files(4);
  auto file = files.create(path("a"));                             // call 0
  ASSERT_TRUE(file && (*file)->write("kept") && (*file)->sync());  // 1, 2
  ASSERT_TRUE((*file)->write(" lost"));                            // 3
  EXPECT_EQ(content("a"), "kept lost");
  EXPECT_FALSE((*file)->sync());
  EXPECT_TRUE(files.crashed());
  EXPECT_EQ(content("a"), "kept");
  EXPECT_FALSE(files.remove(path("a")));
}

TEST_F(FaultyFiles, GetFull) {
  FaultyFileSystem files;
  files.limit_bytes(6);
  EXPECT_TRUE(write_atomically(files, path("a"), "1234"));
  EXPECT_THAT(write_atomically(files, path("b"), "5678").error().message, HasSubstr("No space"));
  EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(FileLocks, HasOneHolderAndLeavesNoFile) {
  {
    const auto first = FileLock::take(path("lock"));
    ASSERT_TRUE(first);
    const auto second = FileLock::take(path("lock"));
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().message, HasSubstr("another run"));
  }
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_TRUE(FileLock::take(path("lock")));
}

}  // namespace
}  // namespace noether::base
