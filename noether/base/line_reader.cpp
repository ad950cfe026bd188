#include "noether/base/line_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace noether::base {

namespace {

// Returns the size of a regular file from its current position on: standard input may be redirected
// from a file of which another process has read a part.
std::optional<std::uint64_t> remaining_bytes(int file) {
  struct stat info;
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  const off_t position = ::lseek(file, 0, SEEK_CUR);
  if (position < 0 || position > info.st_size) return std::nullopt;
  return static_cast<std::uint64_t>(info.st_size - position);
}

}  // namespace

Result<LineReader> LineReader::open(const std::string& path, std::size_t max_line_bytes) {
  if (path == "-") {
    return LineReader(FileDescriptor::borrow(STDIN_FILENO), "standard input", max_line_bytes);
  }
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::unexpected(system_error("open", path, errno));
  return LineReader(FileDescriptor::own(file), path, max_line_bytes);
}

// The buffer holds a line that fits, its "\r\n", and a chunk. This is enough to detect that a line
// is too long, and to continue reading after its beginning.
LineReader::LineReader(FileDescriptor file, std::string name, std::size_t max_line_bytes)
    : file_(std::move(file)),
      name_(std::move(name)),
      max_line_bytes_(max_line_bytes),
      capacity_(max_line_bytes + 2 + kChunkBytes),
      total_bytes_(remaining_bytes(file_.number())) {
  buffer_ = std::make_unique_for_overwrite<char[]>(capacity_);
}

LineReader::LineReader(ReadBytes read, std::string name, std::size_t max_line_bytes)
    : LineReader(FileDescriptor(), std::move(name), max_line_bytes) {
  read_ = std::move(read);
}

bool LineReader::has_buffered_line() const { return unread().find('\n') != std::string_view::npos; }

Result<std::optional<Line>> LineReader::next() {
  std::size_t searched = 0;
  while (true) {
    const std::size_t length = unread().find('\n', searched);
    if (length != std::string_view::npos) return take_line(length, length + 1);
    searched = unread().size();
    if (searched >= max_line_bytes_ + 2) return next_too_long();

    const Result<std::size_t> got = read_chunk();
    if (!got) return std::unexpected(got.error());
    if (*got == 0) {
      if (unread().empty()) return std::nullopt;
      return take_line(unread().size(), unread().size());
    }
  }
}

// Keeps the beginning of the line at the front of the buffer and reads over the rest, chunk by
// chunk, until its end.
Result<std::optional<Line>> LineReader::next_too_long() {
  const std::string_view head = unread().substr(0, max_line_bytes_);
  std::uint64_t dropped = unread().size() - head.size();
  std::memmove(buffer_.get(), head.data(), head.size());
  begin_ = 0;
  while (true) {
    end_ = max_line_bytes_;
    const Result<std::size_t> got = read_chunk();
    if (!got) return std::unexpected(got.error());

    const std::size_t length = unread().find('\n', max_line_bytes_);
    if (length == std::string_view::npos && *got > 0) {
      dropped += *got;
      continue;
    }
    const std::size_t bytes_with_end = *got > 0 ? length + 1 : max_line_bytes_;
    begin_ += bytes_with_end;
    bytes_read_ += dropped + bytes_with_end;
    return Line{{buffer_.get(), max_line_bytes_}, ++line_number_, true};
  }
}

// Reads into the space after the unread bytes. There is always room, because `next` keeps them
// short.
Result<std::size_t> LineReader::read_chunk() {
  // The unread bytes move to the front long before the buffer is full, so a buffer for very long
  // lines is touched only as far as the lines are long.
  const bool is_mostly_read = begin_ >= kChunkBytes && begin_ >= unread().size();
  if (is_mostly_read || capacity_ - end_ < kChunkBytes) {
    std::memmove(buffer_.get(), unread().data(), unread().size());
    end_ -= begin_;
    begin_ = 0;
  }
  const std::span<char> room(buffer_.get() + end_, kChunkBytes);
  if (read_) {
    const Result<std::size_t> got = read_(room);
    if (got) end_ += *got;
    return got;
  }
  const auto got = read_some(file_.number(), room);
  if (!got) return std::unexpected(system_error("read", name_, got.error()));
  end_ += *got;
  return *got;
}

Line LineReader::take_line(std::size_t length, std::size_t length_with_end) {
  std::string_view text = unread().substr(0, length);
  if (text.ends_with('\r')) text.remove_suffix(1);
  begin_ += length_with_end;
  bytes_read_ += length_with_end;
  return Line{text.substr(0, max_line_bytes_), ++line_number_, text.size() > max_line_bytes_};
}

}  // namespace noether::base
