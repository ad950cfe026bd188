#include "noether/base/line_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "noether/base/test_seed.h"

namespace noether::base {
namespace {

constexpr std::size_t kNoMaximum = std::size_t{1} << 20;

struct ReadLine {
  std::string text;
  bool too_long = false;

  friend bool operator==(const ReadLine&, const ReadLine&) = default;
  friend void PrintTo(const ReadLine& line, std::ostream* out) {
    *out << '"' << line.text.substr(0, 60) << "\" (" << line.text.size() << " bytes"
         << (line.too_long ? ", too long)" : ")");
  }
};

// A nameless file that holds `bytes`, positioned at its beginning.
FileDescriptor file_of(std::string_view bytes) {
  std::string path = (std::filesystem::temp_directory_path() / "noether-XXXXXX").string();
  const int number = ::mkstemp(path.data());
  ::unlink(path.c_str());
  EXPECT_EQ(write_all(number, bytes), 0);
  ::lseek(number, 0, SEEK_SET);
  return FileDescriptor::own(number);
}

std::vector<ReadLine> all_lines(LineReader& reader) {
  std::vector<ReadLine> lines;
  while (true) {
    const Result<std::optional<Line>> line = reader.next();
    EXPECT_TRUE(line);
    if (!line || !*line) return lines;
    lines.push_back({std::string((*line)->text), (*line)->too_long});
    EXPECT_EQ((*line)->number, lines.size());
  }
}

std::vector<ReadLine> lines_of(std::string_view bytes, std::size_t max_line_bytes = kNoMaximum) {
  LineReader reader(file_of(bytes), "test", max_line_bytes);
  std::vector<ReadLine> lines = all_lines(reader);
  EXPECT_EQ(reader.bytes_read(), bytes.size());
  return lines;
}

// The expected output of the reader, computed in the most obvious way.
std::vector<ReadLine> expected_lines(std::string_view bytes, std::size_t max_line_bytes) {
  std::vector<ReadLine> lines;
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    std::string_view text = bytes.substr(0, newline);
    bytes.remove_prefix(newline == std::string_view::npos ? bytes.size() : newline + 1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    lines.push_back({std::string(text.substr(0, max_line_bytes)), text.size() > max_line_bytes});
  }
  return lines;
}

TEST(LineReader, ReadsBytesFromElsewhereAndPassesTheirErrorsOn) {
  int calls = 0;
  LineReader reader(
      [&](std::span<char> room) -> Result<std::size_t> {
        if (++calls == 3) return fail("the source is dry");
        const std::string_view piece = calls == 1 ? "one\r\ntw" : "o\nthr";
        std::ranges::copy(piece, room.begin());
        return piece.size();
      },
      "elsewhere", 100);
  EXPECT_EQ((**reader.next()).text, "one");
  const auto second = reader.next();
  ASSERT_TRUE(second && *second);
  EXPECT_EQ((*second)->text, "two");
  EXPECT_EQ((*second)->number, 2);
  EXPECT_EQ(reader.next().error().message, "the source is dry");
}

TEST(LineReader, FindsNoLineInAnEmptyFile) { EXPECT_TRUE(lines_of("").empty()); }

TEST(LineReader, GivesEmptyLinesToo) {
  EXPECT_EQ(lines_of("\n\nx\n\n"), (std::vector<ReadLine>{{""}, {""}, {"x"}, {""}}));
}

TEST(LineReader, GivesALastLineWithoutItsEnd) {
  EXPECT_EQ(lines_of("a\nb"), (std::vector<ReadLine>{{"a"}, {"b"}}));
}

TEST(LineReader, TakesCarriageReturnsForPartOfTheLineEndOnly) {
  EXPECT_EQ(lines_of("a\r\nb\rc\r\r\n\r\nd\r"),
            (std::vector<ReadLine>{{"a"}, {"b\rc\r"}, {""}, {"d"}}));
}

TEST(LineReader, KeepsNulBytes) {
  const std::string bytes("a\0b\n\0\n", 6);
  EXPECT_EQ(lines_of(bytes),
            (std::vector<ReadLine>{{std::string("a\0b", 3)}, {std::string("\0", 1)}}));
}

TEST(LineReader, AcceptsALineOfExactlyTheMaximumWithEitherEnd) {
  EXPECT_EQ(lines_of("12345\n12345\r\n12345", 5),
            (std::vector<ReadLine>{{"12345"}, {"12345"}, {"12345"}}));
}

TEST(LineReader, CutsALongerLineAndGoesOnAfterIt) {
  EXPECT_EQ(lines_of("123456\nx\n1234567890\r\ny", 5),
            (std::vector<ReadLine>{{"12345", true}, {"x"}, {"12345", true}, {"y"}}));
}

TEST(LineReader, ReadsOverALineOfManyChunks) {
  const std::string huge(5 * LineReader::kChunkBytes + 17, 'z');
  EXPECT_EQ(lines_of("a\n" + huge + "\nb\n" + huge, 10),
            (std::vector<ReadLine>{
                {"a"}, {std::string(10, 'z'), true}, {"b"}, {std::string(10, 'z'), true}}));
}

TEST(LineReader, ReadsAFileOfManyChunks) {
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += std::to_string(i) + "\n";
  ASSERT_GT(bytes.size(), 4 * LineReader::kChunkBytes);
  const std::vector<ReadLine> lines = lines_of(bytes, 100);
  ASSERT_EQ(lines.size(), 200'000u);
  EXPECT_EQ(lines.front().text, "0");
  EXPECT_EQ(lines.back().text, "199999");
}

TEST(LineReader, AgreesWithTheObviousSplitOnRandomBytes) {
  const unsigned seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    // There are few distinct bytes, so that line ends occur in every combination, and sometimes
    // more bytes than a chunk.
    const bool large = round % 20 == 0;
    std::string bytes(random() % (large ? 3 * LineReader::kChunkBytes : 50), ' ');
    const std::string alphabet =
        large ? std::string("abcdefghijklmnopqrstuvwxyz\n") + "\r" : std::string("a\r\n");
    for (char& byte : bytes) byte = alphabet[random() % alphabet.size()];
    const std::size_t max_line_bytes = random() % (large ? 40 : 6);
    ASSERT_EQ(lines_of(bytes, max_line_bytes), expected_lines(bytes, max_line_bytes))
        << "round " << round;
  }
}

TEST(LineReader, KnowsTheSizeOfARegularFile) {
  LineReader reader(file_of("ab\ncd\n"), "test", kNoMaximum);
  EXPECT_EQ(reader.total_bytes(), 6u);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.bytes_read(), 3u);
}

TEST(LineReader, CountsOnlyWhatIsLeftOfAFileAlreadyPartlyRead) {
  FileDescriptor file = file_of("ab\ncd\n");
  ::lseek(file.number(), 3, SEEK_SET);
  const LineReader reader(std::move(file), "test", kNoMaximum);
  EXPECT_EQ(reader.total_bytes(), 3u);
}

TEST(LineReader, GivesTheLinesOfAPipeAsTheyArrive) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe(ends.data()), 0);
  LineReader reader(FileDescriptor::own(ends[0]), "pipe", kNoMaximum);
  FileDescriptor writer = FileDescriptor::own(ends[1]);
  EXPECT_EQ(reader.total_bytes(), std::nullopt);
  EXPECT_FALSE(reader.has_buffered_line());

  ASSERT_EQ(write_all(writer.number(), "first\nsecond\nthi"), 0);
  EXPECT_EQ((*reader.next())->text, "first");
  EXPECT_TRUE(reader.has_buffered_line());
  EXPECT_EQ((*reader.next())->text, "second");
  EXPECT_FALSE(reader.has_buffered_line());

  ASSERT_EQ(write_all(writer.number(), "rd\n"), 0);
  EXPECT_EQ((*reader.next())->text, "third");
  writer.close();
  EXPECT_FALSE(reader.next()->has_value());
}

TEST(LineReader, WaitsForANonBlockingPipe) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK), 0);
  LineReader reader(FileDescriptor::own(ends[0]), "pipe", kNoMaximum);
  const std::jthread later([writer = FileDescriptor::own(ends[1])] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(write_all(writer.number(), "late\n"), 0);
  });
  EXPECT_EQ((*reader.next())->text, "late");
}

TEST(LineReader, SaysWhyAFileCannotBeOpened) {
  const Result<LineReader> reader = LineReader::open("/no/such/file", kNoMaximum);
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().message, "cannot open '/no/such/file': No such file or directory");
}

TEST(LineReader, SaysWhyAFileCannotBeRead) {
  Result<LineReader> reader = LineReader::open("/", kNoMaximum);
  ASSERT_TRUE(reader);
  const Result<std::optional<Line>> line = reader->next();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().message, "cannot read '/': Is a directory");
}

}  // namespace
}  // namespace noether::base
