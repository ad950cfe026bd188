#include "noether/collection/file_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/base/utf8.h"

namespace noether::collection {
namespace {

std::string from_latin1(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 16);
  for (const char byte : bytes) base::append_code_point(text, static_cast<unsigned char>(byte));
  return text;
}

class FileSource : public DocumentSource {
 public:
  FileSource(std::vector<FoundFile> files, ReadFile read, ProblemList& problems)
      : files_(std::move(files)), read_(std::move(read)), problems_(problems) {
    for (const FoundFile& file : files_) total_bytes_ += file.bytes;
  }

  base::Result<bool> next(text::Document& document) override {
    while (next_ready_ == ready_.size()) {
      if (next_file_ == files_.size()) return false;
      const FoundFile& file = files_[next_file_++];
      ready_.clear();
      next_ready_ = 0;
      bytes_read_ += file.bytes;
      if (!read_text_file(file, text_, problems_)) continue;
      read_(file, text_, ready_);
      if (ready_.empty()) problems_.remark(file.path, 0, "there is no text in it");
    }
    document = std::move(ready_[next_ready_++]);
    return true;
  }

  std::uint64_t bytes_read() const override { return bytes_read_; }
  std::uint64_t total_bytes() const override { return total_bytes_; }

 private:
  std::vector<FoundFile> files_;
  ReadFile read_;
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
  auto bytes = base::FileSystem::real().read(file.path, kMaxFileBytes);
  if (!bytes) {
    problems.skipped(file.path, 0, bytes.error().message);
    return false;
  }
  text = std::move(*bytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (text.find('\0') != std::string::npos) {
    problems.skipped(file.path, 0, "it is no text: it has NUL bytes");
    return false;
  }
  if (const auto invalid = base::find_invalid_utf8(text)) {
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*invalid), '\n');
    problems.flawed(file.path, static_cast<std::uint64_t>(line),
                    "not UTF-8 from here on, so the file is read as Latin-1");
    text = from_latin1(text);
  }
  return true;
}

std::unique_ptr<DocumentSource> open_files(std::vector<FoundFile> files, ReadFile read,
                                           ProblemList& problems) {
  return std::make_unique<FileSource>(std::move(files), std::move(read), problems);
}

}  // namespace noether::collection
