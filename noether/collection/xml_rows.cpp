#include "noether/collection/xml_rows.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "noether/base/file_system.h"

namespace noether::collection {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{256} << 10;
constexpr std::string_view kRow = "<row";
// What a restarted parser is told first, so that rows may follow one another.
constexpr std::string_view kRestart = "<rows>";

struct ParserDeleter {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};
using Parser = std::unique_ptr<XML_ParserStruct, ParserDeleter>;

void add_attributes(const XML_Char** attributes, XmlRow& row) {
  row.clear();
  for (; attributes[0] != nullptr; attributes += 2) row.add(attributes[0], attributes[1]);
}

}  // namespace

std::string_view XmlRow::get(std::string_view name) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (attributes_[i].first == name) return attributes_[i].second;
  }
  return {};
}

bool XmlRow::has(std::string_view name) const {
  return std::any_of(attributes_.begin(), attributes_.begin() + static_cast<std::ptrdiff_t>(count_),
                     [&](const auto& attribute) { return attribute.first == name; });
}

void XmlRow::add(std::string_view name, std::string_view value) {
  if (count_ == attributes_.size()) attributes_.emplace_back();
  attributes_[count_].first.assign(name);
  attributes_[count_].second.assign(value);
  ++count_;
}

class XmlRows::Stream {
 public:
  Stream(std::unique_ptr<base::ReadableFile> file, std::string path, ProblemList* problems)
      : file_(std::move(file)), path_(std::move(path)), problems_(problems), buffer_(kChunkBytes) {
    start_parser(0, 1, false);
  }

  std::uint64_t bytes_read() const { return read_; }
  std::uint64_t total_bytes() const { return file_->size(); }

  base::Result<bool> next(XmlRow& row) {
    row_ = &row;
    found_ = false;
    while (!ended_) {
      XML_Status status = XML_STATUS_OK;
      if (suspended_) {
        suspended_ = false;
        status = XML_ResumeParser(parser_.get());
      } else {
        const std::size_t wanted =
            static_cast<std::size_t>(std::min<std::uint64_t>(kChunkBytes, file_->size() - read_));
        const auto got = file_->read_at(read_, std::span(buffer_).first(wanted));
        if (!got) return std::unexpected(got.error());
        read_ += wanted;
        const bool last = read_ == file_->size();
        status = XML_Parse(parser_.get(), buffer_.data(), static_cast<int>(wanted), last);
        finished_ = last;
      }
      if (status == XML_STATUS_SUSPENDED) {
        suspended_ = true;
        return true;
      }
      if (status == XML_STATUS_ERROR) {
        if (const auto restarted = restart(); !restarted) return std::unexpected(restarted.error());
      } else if (finished_) {
        ended_ = true;
      }
      // A row that was complete before the error has been handed over already.
      if (found_) return true;
    }
    return false;
  }

 private:
  void start_parser(std::uint64_t offset, std::uint64_t line, bool inside) {
    parser_.reset(XML_ParserCreate("UTF-8"));
    XML_SetUserData(parser_.get(), this);
    XML_SetStartElementHandler(parser_.get(), &Stream::on_start);
    read_ = offset;
    base_line_ = line;
    base_offset_ = offset;
    finished_ = false;
    suspended_ = false;
    if (inside) {
      XML_Parse(parser_.get(), kRestart.data(), static_cast<int>(kRestart.size()), 0);
      base_offset_ -= kRestart.size();  // wraps below zero and back when an index is added
    }
    inside_ = inside;
  }

  std::uint64_t position() const {
    return base_offset_ + static_cast<std::uint64_t>(XML_GetCurrentByteIndex(parser_.get()));
  }
  std::uint64_t line() const { return base_line_ + XML_GetCurrentLineNumber(parser_.get()) - 1; }

  static void on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
    static_cast<Stream*>(self)->start(name, attributes);
  }
  void start(const XML_Char* name, const XML_Char** attributes) {
    if (std::strcmp(name, "row") != 0) return;
    row_->offset = position();
    row_->bytes = static_cast<std::uint32_t>(XML_GetCurrentByteCount(parser_.get()));
    row_->line = line();
    add_attributes(attributes, *row_);
    found_ = true;
    after_row_ = row_->offset + row_->bytes;
    XML_StopParser(parser_.get(), XML_TRUE);
  }

  // Reports the error and goes on at the next row.
  base::Result<void> restart() {
    const XML_Error code = XML_GetErrorCode(parser_.get());
    const std::uint64_t at = std::max(position(), after_row_);
    const std::uint64_t error_line = line();
    // After a restart nothing closes the element that was made up, and the tag that closes the real
    // one fits nothing.
    const bool of_restart =
        inside_ && (code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_TAG_MISMATCH);
    if (problems_ != nullptr && !of_restart) {
      problems_->skipped(path_, error_line, message_of(code));
    }
    // The broken row itself begins before the error: one that starts at the error is a new one.
    std::uint64_t from = std::max(at, last_restart_ + 1);
    std::uint64_t lines = error_line;
    std::string window;
    while (from < file_->size()) {
      const std::size_t wanted =
          static_cast<std::size_t>(std::min<std::uint64_t>(kChunkBytes, file_->size() - from));
      window.resize(wanted);
      if (const auto got = file_->read_at(from, window); !got) return got;
      const std::size_t row = window.find(kRow);
      const std::size_t passed =
          row != std::string::npos ? row : wanted - std::min(wanted, kRow.size() - 1);
      lines += static_cast<std::uint64_t>(
          std::count(window.begin(), window.begin() + static_cast<std::ptrdiff_t>(passed), '\n'));
      from += passed;
      if (row != std::string::npos) {
        last_restart_ = from;
        start_parser(from, lines, true);
        return {};
      }
      if (wanted < kChunkBytes) break;
    }
    ended_ = true;
    return {};
  }

  static std::string message_of(XML_Error code) {
    if (code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN) {
      return "the file ends in the middle: it was cut off";
    }
    return fmt::format("broken XML: {}", XML_ErrorString(code));
  }

  std::unique_ptr<base::ReadableFile> file_;
  std::string path_;
  ProblemList* problems_;
  std::vector<char> buffer_;
  Parser parser_;
  XmlRow* row_ = nullptr;
  std::uint64_t read_ = 0;         // bytes of the file that the parser has
  std::uint64_t base_offset_ = 0;  // of the file, where the parser counts from 0
  std::uint64_t base_line_ = 1;
  std::uint64_t last_restart_ = 0;
  std::uint64_t after_row_ = 0;
  bool inside_ = false;
  bool found_ = false;
  bool suspended_ = false;
  bool finished_ = false;  // the parser has all bytes
  bool ended_ = false;
};

XmlRows::XmlRows(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {}
XmlRows::XmlRows(XmlRows&&) noexcept = default;
XmlRows& XmlRows::operator=(XmlRows&&) noexcept = default;
XmlRows::~XmlRows() = default;

base::Result<XmlRows> XmlRows::open(const std::string& path, ProblemList* problems) {
  auto file = base::FileSystem::real().open(path);
  if (!file) return std::unexpected(file.error());
  return XmlRows(std::make_unique<Stream>(std::move(*file), path, problems));
}

base::Result<bool> XmlRows::next(XmlRow& row) { return stream_->next(row); }
std::uint64_t XmlRows::bytes_read() const { return stream_->bytes_read(); }
std::uint64_t XmlRows::total_bytes() const { return stream_->total_bytes(); }

}  // namespace noether::collection
