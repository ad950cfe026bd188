#include "noether/collection/posts/xml_rows.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "noether/base/utf8.h"

namespace noether::collection {
namespace {

constexpr std::string_view kTag = "<row";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == ':' || c == '.';
}

// XML does not allow control characters, not even as numbers.
bool is_character(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xD800 || (c >= 0xE000 && c < 0xFFFE) || (c >= 0x10000 && c <= 0x10FFFF);
}

// `name` is the text between & and ;. Returns false for an unknown entity.
bool append_entity(std::string_view name, std::string& out) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kNamed = {
      {{"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"amp", '&'}, {"apos", '\''}}};
  for (const auto& [known, character] : kNamed) {
    if (name == known) {
      out += character;
      return true;
    }
  }
  if (!name.starts_with('#')) return false;
  name.remove_prefix(1);
  const int base = name.starts_with('x') ? 16 : 10;
  if (base == 16) name.remove_prefix(1);
  std::uint32_t value = 0;
  const char* last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data(), last, value, base);
  if (error != std::errc{} || end != last || !is_character(value)) return false;
  base::append_code_point(out, value);
  return true;
}

bool decode(std::string_view raw, std::string& out) {
  constexpr std::size_t kLongestEntity = 10;
  out.clear();
  out.reserve(raw.size());
  while (true) {
    const std::size_t at = raw.find('&');
    if (at == std::string_view::npos) {
      out.append(raw);
      return true;
    }
    out.append(raw.substr(0, at));
    raw.remove_prefix(at + 1);
    const std::size_t end = raw.substr(0, kLongestEntity).find(';');
    if (end == std::string_view::npos || !append_entity(raw.substr(0, end), out)) return false;
    raw.remove_prefix(end + 1);
  }
}

class RowParser {
 public:
  RowParser(std::string_view text, RowPart part, XmlRow& row)
      : text_(text), part_(part), row_(row), at_(kTag.size()) {}

  ParsedRow parse() {
    row_.clear();
    std::string_view wrong;
    while (wrong.empty()) {
      const std::size_t before = at_;
      skip_blanks();
      if (text_.substr(at_).starts_with("/>")) return checked(at_ + 2);
      if (text_.substr(at_).starts_with(">")) return checked(at_ + 1);
      if (at_ == text_.size()) {
        wrong = "the row does not end before the next one begins";
      } else if (at_ == before) {
        wrong = "a blank is missing between two attributes; is a quotation mark not escaped?";
      } else {
        wrong = attribute();
      }
    }
    return {std::min(at_, text_.size()), wrong};
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  std::string_view attribute() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) return "an attribute is missing";
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != '=') return "an attribute without a value";
    ++at_;
    skip_blanks();
    if (at_ == text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) {
      return "a value without quotation marks";
    }
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) {
      at_ = text_.size();
      return "a value is not closed before the next tag";
    }
    const std::string_view raw = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (part_ == RowPart::Ids && !name.ends_with("Id")) return {};
    if (!decode(raw, row_.add(name))) return "an & does not begin an entity";
    return {};
  }

  ParsedRow checked(std::size_t end) const {
    if (part_ == RowPart::All && !simdjson::validate_utf8(text_.data(), end)) {
      return {end, "it is not UTF-8"};
    }
    return {end, {}};
  }

  std::string_view text_;
  RowPart part_;
  XmlRow& row_;
  std::size_t at_;
};

}  // namespace

std::string_view XmlRow::get(std::string_view name) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (attributes_[i].first == name) return attributes_[i].second;
  }
  return {};
}

std::string& XmlRow::add(std::string_view name) {
  if (count_ == attributes_.size()) attributes_.emplace_back();
  attributes_[count_].first.assign(name);
  return attributes_[count_++].second;
}

ParsedRow parse_row(std::string_view text, RowPart part, XmlRow& row) {
  return RowParser(text, part, row).parse();
}

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
    closed_ = closed_ || is_cut_off;  // reported once
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
