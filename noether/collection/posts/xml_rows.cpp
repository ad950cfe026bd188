#include "noether/collection/posts/xml_rows.h"

#include <algorithm>
#include <span>
#include <utility>

namespace noether::collection {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{256} << 10;
constexpr std::string_view kRow = "<row";

bool starts_row(std::string_view text) {
  return text.starts_with(kRow) &&
         (text.size() == kRow.size() || text[kRow.size()] == ' ' || text[kRow.size()] == '\t' ||
          text[kRow.size()] == '\r' || text[kRow.size()] == '\n' || text[kRow.size()] == '/');
}

}  // namespace

XmlRows::XmlRows(std::unique_ptr<base::ReadableFile> file, std::string path, RowPart part,
                 ProblemList* problems)
    : file_(std::move(file)), path_(std::move(path)), part_(part), problems_(problems) {
  buffer_.resize(2 * kChunkBytes);
}

base::Result<XmlRows> XmlRows::open(const std::string& path, RowPart part, ProblemList* problems) {
  auto file = base::FileSystem::real().open(path);
  if (!file) return std::unexpected(file.error());
  return XmlRows(std::move(*file), path, part, problems);
}

base::Result<bool> XmlRows::next(XmlRow& row) {
  while (!ended_) {
    const auto found = find_row();
    if (!found) return found;
    if (!*found) break;
    const auto limit = row_limit();
    if (!limit) return std::unexpected(limit.error());
    if (*limit > kMaxRowBytes) {
      report("a row of more than 16 MiB");
      pass(*limit);
      continue;
    }
    const ParsedRow parsed = parse_row(unread().substr(0, *limit), part_, row);
    if (parsed.what_wrong.empty()) {
      row.offset = buffer_offset_ + begin_;
      row.bytes = static_cast<std::uint32_t>(parsed.bytes);
      row.line = line_;
      pass(parsed.bytes);
      return true;
    }
    const bool is_cut_off = *limit == unread().size() && at_end();
    report(is_cut_off ? "the file ends in the middle of a row" : parsed.what_wrong);
    closed_ = closed_ || is_cut_off;  // said once is enough
    pass(*limit);
  }
  check_end();
  return false;
}

base::Result<bool> XmlRows::fill() {
  if (at_end()) return false;
  if (begin_ > 0) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    buffer_offset_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < kChunkBytes) buffer_.resize(buffer_.size() * 2);
  const auto wanted = static_cast<std::size_t>(
      std::min<std::uint64_t>(kChunkBytes, file_->size() - buffer_offset_ - end_));
  const auto got = file_->read_at(buffer_offset_ + end_, std::span(buffer_.data() + end_, wanted));
  if (!got) return std::unexpected(got.error());
  end_ += wanted;
  return true;
}

base::Result<bool> XmlRows::find_row() {
  while (true) {
    const std::size_t tag = unread().find('<');
    pass(std::min(tag, unread().size()));
    if (unread().size() <= kRow.size()) {
      const auto more = fill();
      if (!more) return more;
      if (*more) continue;
    }
    if (unread().empty()) return false;
    if (starts_row(unread())) return true;
    closed_ = unread().starts_with("</");
    pass(1);
  }
}

base::Result<std::size_t> XmlRows::row_limit() {
  std::size_t from = 1;
  while (true) {
    const std::size_t next = unread().find('<', from);
    if (next != std::string_view::npos) return next;
    from = unread().size();
    if (from > kMaxRowBytes) return from;
    const auto more = fill();
    if (!more) return std::unexpected(more.error());
    if (!*more) return from;
  }
}

void XmlRows::pass(std::size_t bytes) {
  const std::string_view passed = unread().substr(0, bytes);
  line_ += static_cast<std::uint64_t>(std::ranges::count(passed, '\n'));
  begin_ += passed.size();
}

void XmlRows::report(std::string_view message) {
  if (problems_ != nullptr) problems_->skipped(path_, line_, std::string(message));
}

void XmlRows::check_end() {
  if (!std::exchange(ended_, true) && !closed_) {
    report("the file ends without its closing tag: it may have been cut off");
  }
}

base::Result<RowReader> RowReader::open(const std::string& path) {
  auto file = base::FileSystem::real().open(path);
  if (!file) return std::unexpected(file.error());
  return RowReader(std::move(*file));
}

base::Result<bool> RowReader::read(std::uint64_t offset, std::uint32_t bytes, XmlRow& row) {
  if (offset > file_->size() || bytes > file_->size() - offset) return false;
  text_.resize(bytes);
  if (const auto got = file_->read_at(offset, text_); !got) return std::unexpected(got.error());
  if (!starts_row(text_)) return false;
  row.offset = offset;
  row.bytes = bytes;
  row.line = 0;
  return parse_row(text_, RowPart::All, row).what_wrong.empty();
}

}  // namespace noether::collection
