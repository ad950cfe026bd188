#include "noether/collection/tsv_reader.h"

#include <algorithm>
#include <utility>

namespace noether::collection {
namespace {

// Splits lines as they arrive; a value between quotation marks may continue in the next line.
class FieldSplitter {
 public:
  explicit FieldSplitter(TsvRecord& record) : record_(record) { start_value(); }

  // Returns false if a quoted value is followed by anything but a tab.
  bool add_line(std::string_view line) {
    std::size_t i = 0;
    while (true) {
      if (quoted_) {
        const std::size_t quote = line.find('"', i);
        if (quote == std::string_view::npos) {
          value().append(line.substr(i));
          return true;
        }
        value().append(line.substr(i, quote - i));
        if (quote + 1 < line.size() && line[quote + 1] == '"') {
          value() += '"';
          i = quote + 2;
          continue;
        }
        quoted_ = false;
        i = quote + 1;
        if (i == line.size()) return true;
        if (line[i] != '\t') return false;
        ++i;
        start_value();
        continue;
      }
      if (i < line.size() && line[i] == '"') {
        quoted_ = true;
        ++i;
        continue;
      }
      const std::size_t tab = std::min(line.find('\t', i), line.size());
      value().assign(line.substr(i, tab - i));
      if (tab == line.size()) return true;
      i = tab + 1;
      start_value();
    }
  }

  bool is_open() const { return quoted_; }
  void add_line_end() { value() += '\n'; }
  void finish() { record_.values.resize(count_); }

 private:
  std::string& value() { return record_.values[count_ - 1]; }
  void start_value() {
    if (count_ == record_.values.size()) record_.values.emplace_back();
    record_.values[count_++].clear();
  }

  TsvRecord& record_;
  std::size_t count_ = 0;
  bool quoted_ = false;
};

}  // namespace

base::Result<TsvReader> TsvReader::open(const std::string& path, ProblemList& problems) {
  auto lines = base::LineReader::open(path, kMaxLineBytes);
  if (!lines) return std::unexpected(lines.error());
  return TsvReader(std::move(*lines), problems);
}

base::Result<bool> TsvReader::look_ahead(std::size_t index) {
  while (ahead_.size() <= index) {
    const auto line = lines_.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return false;
    ahead_.push_back({std::string((*line)->text), (*line)->number, (*line)->too_long});
  }
  return true;
}

base::Result<bool> TsvReader::next(TsvRecord& record) {
  while (true) {
    const auto found = look_ahead(0);
    if (!found) return std::unexpected(found.error());
    if (!*found) return false;
    if (ahead_.front().text.empty()) {
      ahead_.pop_front();
      continue;
    }
    record.line = ahead_.front().number;
    std::string_view wrong;
    std::size_t used = 0;
    FieldSplitter splitter(record);
    while (wrong.empty()) {
      const StoredLine& line = ahead_[used++];
      if (line.too_long) {
        wrong = "a line of more than 4 MiB";
      } else if (!splitter.add_line(line.text)) {
        wrong = "text after a closing quotation mark; quotation marks inside must be doubled";
      } else if (!splitter.is_open()) {
        splitter.finish();
        ahead_.erase(ahead_.begin(), ahead_.begin() + static_cast<std::ptrdiff_t>(used));
        return true;
      } else {
        splitter.add_line_end();
        const auto more = look_ahead(used);
        if (!more) return std::unexpected(more.error());
        if (!*more || used == kMaxLinesOfRecord) wrong = "a quotation mark that is not closed";
      }
    }
    problems_->skipped(name(), record.line, std::string(wrong));
    ahead_.pop_front();
  }
}

std::size_t find_column(const TsvRecord& header, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(header.values, name) - header.values.begin());
}

}  // namespace noether::collection
