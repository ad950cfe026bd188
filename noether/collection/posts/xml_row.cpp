#include "noether/collection/posts/xml_row.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "noether/base/utf8.h"

namespace noether::collection {
namespace {

constexpr std::string_view kTag = "<row";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == ':' || c == '.';
}

// Control characters are not in XML, not even as numbers.
bool is_character(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xD800 || (c >= 0xE000 && c < 0xFFFE) || (c >= 0x10000 && c <= 0x10FFFF);
}

// `name` is what stands between & and ;. False when there is no such entity.
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

}  // namespace noether::collection
