// Reads a file of any size line by line, in bounded memory.
//
// A line ends at "\n" or "\r\n"; the last one needs no end. Any other byte, NUL too, is part of it.
// A line longer than the given maximum is read to its end, but only its beginning is handed out,
// marked as too long. Memory is the maximum plus one chunk, whatever the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/base/file_descriptor.h"

namespace noether::base {

struct Line {
  std::string_view text;  // without its end; lives until the next line is read
  std::uint64_t number;   // from 1
  bool too_long;          // `text` is only the first bytes
};

class LineReader {
 public:
  static constexpr std::size_t kChunkBytes = std::size_t{256} << 10;

  // `path` may be "-" for standard input.
  static Result<LineReader> open(const std::string& path, std::size_t max_line_bytes);
  LineReader(FileDescriptor file, std::string name, std::size_t max_line_bytes);
  // A source of bytes: `read` fills a part of its argument and returns the number of bytes, 0 at
  // the end.
  using ReadBytes = std::function<Result<std::size_t>(std::span<char>)>;
  LineReader(ReadBytes read, std::string name, std::size_t max_line_bytes);

  // Returns the next line; empty at the end of the input.
  Result<std::optional<Line>> next();

  // Whether `next` can return without reading. If it cannot, it may wait long for the writer of a
  // pipe, so this is the moment to flush the results of the lines before.
  bool has_buffered_line() const;

  const std::string& name() const { return name_; }
  // Bytes of the lines handed out so far, and of the whole input when it is a regular file.
  std::uint64_t bytes_read() const { return bytes_read_; }
  std::optional<std::uint64_t> total_bytes() const { return total_bytes_; }

 private:
  std::string_view unread() const { return {buffer_.get() + begin_, end_ - begin_}; }
  Result<std::size_t> read_chunk();
  Result<std::optional<Line>> next_too_long();
  Line take_line(std::size_t length, std::size_t length_with_end);

  FileDescriptor file_;
  ReadBytes read_;  // empty when the bytes are those of the file
  std::string name_;
  std::size_t max_line_bytes_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_;
  std::size_t begin_ = 0;  // the first byte that was read but not handed out
  std::size_t end_ = 0;
  std::uint64_t line_number_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::optional<std::uint64_t> total_bytes_;
};

}  // namespace noether::base
