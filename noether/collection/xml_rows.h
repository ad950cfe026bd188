// The rows of a Stack Exchange dump: <row Id="1" ... />, one after the other, in bounded memory.
//
// Expat reads the file in chunks. Where it meets an error, the broken row is reported with its line
// and reading starts again at the next "<row", so one bad row costs one row. A row knows where it
// stands in the file; `RowReader` reads single rows again from there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/problem_list.h"

namespace noether::collection {

// The attributes of one row. Its buffers are used again for the next one.
class XmlRow {
 public:
  // Empty when there is no such attribute.
  std::string_view get(std::string_view name) const;
  bool has(std::string_view name) const;

  std::uint64_t offset = 0;  // of its "<" in the file
  std::uint32_t bytes = 0;
  std::uint64_t line = 0;

  void clear() { count_ = 0; }
  void add(std::string_view name, std::string_view value);

 private:
  std::vector<std::pair<std::string, std::string>> attributes_;
  std::size_t count_ = 0;  // of the attributes, those that are of this row
};

class XmlRows {
 public:
  // `problems` may be null for a second reading, which would say everything twice.
  static base::Result<XmlRows> open(const std::string& path, ProblemList* problems);
  XmlRows(XmlRows&&) noexcept;
  XmlRows& operator=(XmlRows&&) noexcept;
  ~XmlRows();

  base::Result<bool> next(XmlRow& row);
  std::uint64_t bytes_read() const;
  std::uint64_t total_bytes() const;

 private:
  class Stream;
  explicit XmlRows(std::unique_ptr<Stream> stream);
  std::unique_ptr<Stream> stream_;
};

// Single rows of a file, by their place.
class RowReader {
 public:
  static base::Result<RowReader> open(const std::string& path);
  RowReader(RowReader&&) noexcept;
  RowReader& operator=(RowReader&&) noexcept;
  ~RowReader();

  // False when there is no row any more: the file has been changed since.
  base::Result<bool> read(std::uint64_t offset, std::uint32_t bytes, XmlRow& row);

 private:
  class Impl;
  explicit RowReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace noether::collection
