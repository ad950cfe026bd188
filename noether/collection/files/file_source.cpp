#include "noether/collection/files/file_source.h"

#include <filesystem>
#include <utility>

#include "noether/collection/text_encoding.h"
#include "noether/text/delimited_text.h"

namespace noether::collection {
namespace {

class FileSource : public DocumentSource {
 public:
  FileSource(std::vector<FoundFile> files, ReadFile read, bool is_text, ProblemList& problems)
      : files_(std::move(files)), read_(std::move(read)), is_text_(is_text), problems_(problems) {
    for (const FoundFile& file : files_) total_bytes_ += file.bytes;
  }

  base::Result<bool> next(text::Document& document) override {
    while (next_ready_ == ready_.size()) {
      if (next_file_ == files_.size()) return false;
      const FoundFile& file = files_[next_file_++];
      ready_.clear();
      next_ready_ = 0;
      bytes_read_ += file.bytes;
      if (!(is_text_ ? read_text_file(file, text_, problems_) : read_raw_file(file))) continue;
      const std::uint64_t skipped = problems_.count(Problem::Severity::Skipped);
      read_(file, text_, ready_);
      if (ready_.empty() && problems_.count(Problem::Severity::Skipped) == skipped) {
        problems_.remark(file.path, 0, "there is no text in it");
      }
    }
    document = std::move(ready_[next_ready_++]);
    return true;
  }

  std::uint64_t bytes_read() const override { return bytes_read_; }
  std::uint64_t total_bytes() const override { return total_bytes_; }

 private:
  bool read_raw_file(const FoundFile& file) {
    if (file.bytes > kMaxFileBytes) {
      problems_.skipped(file.path, 0, "it is longer than 256 MiB");
      return false;
    }
    auto bytes = read_bytes(file);
    if (!bytes) {
      problems_.unread(file.path, bytes.error().message);
      return false;
    }
    text_ = std::move(*bytes);
    return true;
  }

  std::vector<FoundFile> files_;
  ReadFile read_;
  bool is_text_;
  ProblemList& problems_;
  std::string text_;
  std::vector<text::Document> ready_;
  std::size_t next_ready_ = 0;
  std::size_t next_file_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace

bool read_text_file(const FoundFile& file, std::string& text, ProblemList& problems) {
  if (file.bytes > kMaxFileBytes) {
    problems.skipped(file.path, 0, "it is longer than 256 MiB");
    return false;
  }
  auto bytes = read_bytes(file);
  if (!bytes) {
    problems.unread(file.path, bytes.error().message);
    return false;
  }
  DecodedText decoded = decode_text(std::move(*bytes));
  if (!decoded.is_text) {
    problems.skipped(file.path, 0, "it is not text: it has NUL bytes");
    return false;
  }
  if (decoded.odd_line > 0) problems.flawed(file.path, decoded.odd_line, std::string(decoded.odd));
  text = std::move(decoded.text);
  return true;
}

std::unique_ptr<DocumentSource> open_files(std::vector<FoundFile> files, ReadFile read,
                                           ProblemList& problems) {
  return std::make_unique<FileSource>(std::move(files), std::move(read), true, problems);
}

std::unique_ptr<DocumentSource> open_raw_files(std::vector<FoundFile> files, ReadFile read,
                                               ProblemList& problems) {
  return std::make_unique<FileSource>(std::move(files), std::move(read), false, problems);
}

text::Field title_of_name(const std::string& name) {
  std::string stem = std::filesystem::path(name).stem().string();
  for (char& c : stem) {
    if (c == '_' || c == '-') c = ' ';
  }
  return text::read_plain_text(stem, "title");
}

}  // namespace noether::collection
