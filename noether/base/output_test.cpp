#include "noether/base/output.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace noether::base {
namespace {

class OutputTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  static std::string contents(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
  }

  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "noether-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    std::signal(SIGPIPE, SIG_IGN);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

 private:
  std::filesystem::path folder_;
};

TEST_F(OutputTest, WritesPiecesOfEverySizeInOrder) {
  std::string expected;
  Result<Output> output = Output::create(path("pieces"));
  ASSERT_TRUE(output);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, Output::kBufferBytes - 2, std::size_t{1}, std::size_t{1},
        Output::kBufferBytes, Output::kBufferBytes + 1, std::size_t{5}}) {
    const std::string piece(size, static_cast<char>('a' + size % 26));
    expected += piece;
    ASSERT_TRUE(output->write(piece));
  }
  ASSERT_TRUE(output->close());
  EXPECT_EQ(contents(path("pieces")), expected);
}

TEST_F(OutputTest, EmptiesAFileThatWasThere) {
  std::ofstream(path("old")) << "old contents";
  Result<Output> output = Output::create(path("old"));
  ASSERT_TRUE(output);
  ASSERT_TRUE(output->write("new"));
  ASSERT_TRUE(output->close());
  EXPECT_EQ(contents(path("old")), "new");
}

TEST_F(OutputTest, HandsOutItsBytesOnFlush) {
  Result<Output> output = Output::create(path("flushed"));
  ASSERT_TRUE(output);
  ASSERT_TRUE(output->write("x = 1\n"));
  EXPECT_EQ(contents(path("flushed")), "");
  ASSERT_TRUE(output->flush());
  EXPECT_EQ(contents(path("flushed")), "x = 1\n");
}

TEST_F(OutputTest, WritesWhatIsBufferedWhenItGoesOutOfScope) {
  {
    Result<Output> output = Output::create(path("scope"));
    ASSERT_TRUE(output);
    ASSERT_TRUE(output->write("kept"));
    const Output moved = std::move(*output);
  }
  EXPECT_EQ(contents(path("scope")), "kept");
}

TEST_F(OutputTest, SaysWhyAFileCannotBeCreated) {
  const Result<Output> output = Output::create(path("no/such/folder"));
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().message,
            "cannot create '" + path("no/such/folder") + "': No such file or directory");
}

TEST_F(OutputTest, ReportsAFullDiskAndKeepsReportingIt) {
  Result<Output> output = Output::create("/dev/full");
  ASSERT_TRUE(output);
  ASSERT_TRUE(output->write("some bytes"));
  const Result<void> flushed = output->flush();
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().message, "cannot write '/dev/full': No space left on device");
  EXPECT_FALSE(output->pipe_closed());
  EXPECT_FALSE(output->write("more"));
  EXPECT_FALSE(output->close());
}

TEST_F(OutputTest, ReportsAFullDiskWhenAPieceIsLargerThanTheBuffer) {
  Result<Output> output = Output::create("/dev/full");
  ASSERT_TRUE(output);
  EXPECT_FALSE(output->write(std::string(2 * Output::kBufferBytes, 'x')));
}

TEST_F(OutputTest, TellsAClosedPipeFromAFailure) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe(ends.data()), 0);
  ::close(ends[0]);
  Output output(FileDescriptor::own(ends[1]), "pipe");
  ASSERT_TRUE(output.write("nobody reads this"));
  EXPECT_FALSE(output.flush());
  EXPECT_TRUE(output.pipe_closed());
}

TEST_F(OutputTest, LeavesABorrowedFileOpen) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe(ends.data()), 0);
  Output output(FileDescriptor::borrow(ends[1]), "pipe");
  ASSERT_TRUE(output.close());
  EXPECT_EQ(::write(ends[1], "x", 1), 1);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace noether::base
