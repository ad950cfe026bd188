#include "noether/collection/files/json_lines_source.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "noether/base/line_reader.h"
#include "noether/collection/files/file_source.h"
#include "noether/collection/files/json_record.h"
#include "noether/collection/reading.h"

namespace noether::collection {
namespace {

constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

class JsonLinesSource : public DocumentSource {
 public:
  JsonLinesSource(std::vector<FoundFile> files, std::string prefix, const JsonFields& fields,
                  ProblemList& problems)
      : files_(std::move(files)),
        prefix_(std::move(prefix)),
        records_(fields),
        problems_(problems) {
    for (const FoundFile& file : files_) total_bytes_ += file.bytes;
  }

  base::Result<bool> next(text::Document& document) override {
    while (next_ready_ == ready_.size()) {
      if (!lines_ && !open_next()) return false;
      if (!lines_) continue;
      const auto line = lines_->next();
      if (!line) return std::unexpected(line.error());
      if (!*line) {
        bytes_before_ += lines_->bytes_read();
        lines_.reset();
        continue;
      }
      read_record(**line);
    }
    document = std::move(ready_[next_ready_++]);
    return true;
  }

  std::uint64_t bytes_read() const override {
    return bytes_before_ + (lines_ ? lines_->bytes_read() : 0);
  }
  std::uint64_t total_bytes() const override { return total_bytes_; }

 private:
  // False when there is no file any more.
  bool open_next() {
    if (next_file_ == files_.size()) return false;
    const FoundFile& file = files_[next_file_++];
    const std::string start = start_of(file);
    if (file.stored || start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) {
      open_text(file);
      return true;
    }
    auto lines = base::LineReader::open(file.path, kMaxLineBytes);
    if (lines) {
      lines_.emplace(std::move(*lines));
    } else {
      problems_.unread(file.path, lines.error().message);
    }
    return true;
  }

  // A file that is not lines of UTF-8 as it stands is read whole.
  void open_text(const FoundFile& file) {
    text_left_ = {};
    if (!read_text_file(file, text_, problems_)) return;
    text_left_ = text_;
    lines_.emplace(
        [this](std::span<char> into) -> base::Result<std::size_t> {
          const std::size_t bytes = text_left_.copy(into.data(), into.size());
          text_left_.remove_prefix(bytes);
          return bytes;
        },
        file.path, kMaxLineBytes);
  }

  void read_record(const base::Line& line) {
    ready_.clear();
    next_ready_ = 0;
    const FoundFile& file = files_[next_file_ - 1];
    std::string_view text = line.text;
    if (line.number == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
    if (line.too_long) {
      problems_.skipped(file.path, line.number, "a record of more than 64 MiB");
      return;
    }
    const auto read =
        records_.read(text, fmt::format("{}{}:{}", prefix_, file.name, line.number), ready_);
    if (!read) problems_.skipped(file.path, line.number, read.error().message);
    for (text::Document& document : ready_) {
      if (document.source.empty()) document.source = fmt::format("{}:{}", file.path, line.number);
    }
  }

  std::vector<FoundFile> files_;
  std::string prefix_;
  JsonRecordReader records_;
  ProblemList& problems_;
  std::size_t next_file_ = 0;
  std::optional<base::LineReader> lines_;
  std::string text_;  // of a file that is read whole
  std::string_view text_left_;
  std::vector<text::Document> ready_;
  std::size_t next_ready_ = 0;
  std::uint64_t bytes_before_ = 0;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace

std::unique_ptr<DocumentSource> open_json_lines(std::vector<FoundFile> files, std::string prefix,
                                                const JsonFields& fields, ProblemList& problems) {
  return std::make_unique<JsonLinesSource>(std::move(files), std::move(prefix), fields, problems);
}

}  // namespace noether::collection
