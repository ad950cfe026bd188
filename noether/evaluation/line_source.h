// Reads the lines of a file, plain or compressed, splits them into columns, and reports bad lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/base/line_reader.h"
#include "noether/collection/problem_list.h"

namespace noether::evaluation {

// How files of judgements, runs and maps are read: strictly, or skipping malformed lines.
struct ReadOptions {
  // A malformed line is skipped and reported; otherwise it is an error.
  bool lenient = false;
  // Receives every skipped line and every unusual one; may be null.
  collection::ProblemList* problems = nullptr;
};

// A word of a line. Columns are separated by tabs and blanks, any number of them.
struct Column {
  std::string_view text;
  std::size_t at = 0;  // the byte of the line at which it begins, from 1
};

// Returns the number of words in the line; if there are more than `columns` has room for, it is the
// size of `columns` plus one. A column without a word holds the place where the word was expected.
std::size_t split_columns(std::string_view line, std::span<Column> columns);

std::optional<std::int64_t> whole_number(std::string_view text);
// Accepts only finite numbers.
std::optional<double> decimal_number(std::string_view text);

// The lines of a file that may be gzip or zstd; `path` may be "-" for standard input.
base::Result<base::LineReader> open_lines(const std::string& path, std::size_t max_line_bytes);

class LineSource {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{64} << 10;

  // `path` may be "-" for standard input.
  static base::Result<LineSource> open(const std::string& path, const ReadOptions& options,
                                       std::size_t max_line_bytes = kMaxLineBytes);
  LineSource(base::LineReader lines, const ReadOptions& options)
      : lines_(std::move(lines)), options_(options) {}

  // Returns the next line that is neither blank nor a comment (which begins with #); nothing at the
  // end. A byte order mark is removed from the beginning of any line, because files may be
  // concatenated.
  base::Result<std::optional<base::Line>> next();

  // Ends reading with an error at a place of the line returned last, or skips the line when reading
  // leniently.
  base::Result<void> malformed(std::size_t column, std::string_view what);

  const std::string& name() const { return lines_.name(); }
  std::uint64_t line_number() const { return number_; }
  const ReadOptions& options() const { return options_; }

 private:
  base::LineReader lines_;
  ReadOptions options_;
  std::uint64_t number_ = 0;
};

// Names the text found instead of the expected one: "'abc'", or "the end of the line".
std::string found_text(std::string_view text);

}  // namespace noether::evaluation
