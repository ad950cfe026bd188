// The rows of a file of a Stack Exchange dump, one after the other, in bounded memory.
// A broken row is reported with its line, and the reader searches for the next one: one bad row
// costs one row. `RowReader` reads single rows again, by their place.
// A row is an element with attributes alone: <row Id="1" Title="..." />. A general XML parser took
// two fifths of the time of reading a collection; this one reads only rows. It is as strict: names,
// quotation marks, entities and UTF-8 must be valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/collection/problem_list.h"

namespace noether::collection {

// The attributes of one row. Its buffers are used again for the next one.
class XmlRow {
 public:
  // Empty if the row has no such attribute.
  std::string_view get(std::string_view name) const;

  std::uint64_t offset = 0;  // the place of its "<" in the file
  std::uint32_t bytes = 0;
  std::uint64_t line = 0;

  void clear() { count_ = 0; }
  std::string& add(std::string_view name);

 private:
  std::vector<std::pair<std::string, std::string>> attributes_;
  // The number of attributes of this row; the others are kept for their memory.
  std::size_t count_ = 0;
};

// With `Ids` only the attributes that end in "Id" are kept, for a first pass over many rows.
enum class RowPart : std::uint8_t { All, Ids };

struct ParsedRow {
  std::size_t bytes = 0;        // to the end of the element
  std::string_view what_wrong;  // empty if the row is valid
};

// `text` begins with "<row" and reaches at most to the next "<", which no attribute can hold.
ParsedRow parse_row(std::string_view text, RowPart part, XmlRow& row);

class XmlRows {
 public:
  static constexpr std::size_t kMaxRowBytes = std::size_t{16} << 20;

  // `problems` may be null in a first pass over a file that is read again.
  static base::Result<XmlRows> open(const std::string& path, RowPart part, ProblemList* problems);

  base::Result<bool> next(XmlRow& row);
  std::uint64_t bytes_read() const { return buffer_offset_ + begin_; }
  std::uint64_t total_bytes() const { return file_->size(); }

 private:
  XmlRows(std::unique_ptr<base::ReadableFile> file, std::string path, RowPart part,
          ProblemList* problems);

  std::string_view unread() const {
    return std::string_view(buffer_).substr(begin_, end_ - begin_);
  }
  bool at_end() const { return buffer_offset_ + end_ == file_->size(); }
  // Reads more bytes after the unread ones; returns false at the end of the file.
  base::Result<bool> fill();
  // Moves to the next "<row"; returns false at the end of the file.
  base::Result<bool> find_row();
  // The maximum end of the row at the beginning: the next "<".
  base::Result<std::size_t> row_limit();
  void pass(std::size_t bytes);
  void report(std::string_view message);
  void check_end();

  std::unique_ptr<base::ReadableFile> file_;
  std::string path_;
  RowPart part_;
  ProblemList* problems_;
  std::string buffer_;
  std::size_t begin_ = 0;  // the first unread byte in the buffer
  std::size_t end_ = 0;
  std::uint64_t buffer_offset_ = 0;  // in the file
  std::uint64_t line_ = 1;           // of the first unread byte
  bool closed_ = false;              // the end tag of the file has been seen
  bool ended_ = false;
};

// Single rows of a file, by their place.
class RowReader {
 public:
  static base::Result<RowReader> open(const std::string& path);

  // Returns false if the place has no row, because the file has changed since.
  base::Result<bool> read(std::uint64_t offset, std::uint32_t bytes, XmlRow& row);

 private:
  explicit RowReader(std::unique_ptr<base::ReadableFile> file) : file_(std::move(file)) {}

  std::unique_ptr<base::ReadableFile> file_;
  std::string text_;
};

}  // namespace noether::collection
