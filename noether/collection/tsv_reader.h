// Records of tab-separated values as spreadsheets write them: a value with a tab, a line end or a
// quotation mark in it is between quotation marks, which are doubled inside.
// An unclosed quotation mark would swallow the rest of the file. Such a record is reported at its
// first line, and reading continues with the line after it. Lines end in LF or CRLF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/line_reader.h"
#include "noether/collection/problem_list.h"

namespace noether::collection {

struct TsvRecord {
  std::vector<std::string> values;
  std::uint64_t line = 0;  // the first one
};

class TsvReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMaxLinesOfRecord = 256;

  static base::Result<TsvReader> open(const std::string& path, ProblemList& problems);
  TsvReader(base::LineReader lines, ProblemList& problems)
      : lines_(std::move(lines)), problems_(&problems) {}

  // Returns false at the end. Skips empty lines.
  base::Result<bool> next(TsvRecord& record);
  std::uint64_t bytes_read() const { return lines_.bytes_read(); }
  const std::string& name() const { return lines_.name(); }

 private:
  struct StoredLine {
    std::string text;
    std::uint64_t number = 0;
    bool too_long = false;
  };

  // Reads lines ahead up to this one; returns false at the end.
  base::Result<bool> look_ahead(std::size_t index);

  base::LineReader lines_;
  ProblemList* problems_;
  std::deque<StoredLine> ahead_;  // read, but not part of a record yet
};

// The column with this name; the number of columns if it is missing.
std::size_t find_column(const TsvRecord& header, std::string_view name);

}  // namespace noether::collection
