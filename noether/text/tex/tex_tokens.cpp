#include "noether/text/tex/tex_tokens.h"

#include <algorithm>
#include <array>

#include "noether/base/utf8.h"

namespace noether::text {
namespace {

enum class TexByte : unsigned char { Plain, Blank, Alone, Special };

constexpr std::array<TexByte, 256> make_tex_bytes() {
  std::array<TexByte, 256> table{};
  for (std::size_t i = 0; i <= 0x20; ++i) table[i] = TexByte::Blank;
  table[0x7F] = TexByte::Blank;
  for (const char c : {'[', ']', '*', '='}) table[static_cast<unsigned char>(c)] = TexByte::Alone;
  for (const char c : {'\\', '{', '}', '$', '&', '^', '_', '#', '~', '%'}) {
    table[static_cast<unsigned char>(c)] = TexByte::Special;
  }
  return table;
}
constexpr std::array<TexByte, 256> kTexBytes = make_tex_bytes();

TexByte tex_byte(char c) { return kTexBytes[static_cast<unsigned char>(c)]; }

}  // namespace

void TexLexer::skip_line_blanks() {
  while (at_ < source_.size() && source_[at_] != '\n' && tex_byte(source_[at_]) == TexByte::Blank) {
    ++at_;
  }
}

// White space and comments. A comment takes the end of its line with it.
TexToken TexLexer::blank() {
  int line_ends = 0;
  bool blanks = false;
  for (;;) {
    const std::size_t begin = at_;
    skip_line_blanks();
    blanks = blanks || at_ > begin;
    if (at_ == source_.size()) break;
    if (source_[at_] == '\n') {
      ++line_ends;
      ++at_;
    } else if (source_[at_] == '%') {
      const std::size_t end = source_.find('\n', at_);
      at_ = end == std::string_view::npos ? source_.size() : end + 1;
      skip_line_blanks();
    } else {
      break;
    }
  }
  if (line_ends > 1) return {TexKind::Paragraph, false, {}};
  if (line_ends > 0 || blanks) return {TexKind::Blank, false, {}};
  return next();
}

TexToken TexLexer::command() {
  const std::size_t begin = ++at_;
  if (at_ == source_.size()) return {TexKind::Command, false, {}};
  if (!is_letter(source_[at_])) {
    at_ += base::decode_code_point(source_.substr(at_)).bytes.size();
    return {TexKind::Command, false, source_.substr(begin, at_ - begin)};
  }
  while (at_ < source_.size() && is_letter(source_[at_])) ++at_;
  const std::string_view name = source_.substr(begin, at_ - begin);
  // Blanks behind a word belong to it, the end of its line too, but not an empty line.
  skip_line_blanks();
  if (at_ < source_.size() && source_[at_] == '\n') {
    const std::size_t next = source_.find_first_not_of(" \t\r", at_ + 1);
    if (next != std::string_view::npos && source_[next] != '\n') at_ = next;
  }
  return {TexKind::Command, false, name};
}

TexToken TexLexer::next() {
  if (at_ >= source_.size()) return {};
  const char c = source_[at_];
  switch (tex_byte(c)) {
    case TexByte::Plain: {
      const std::size_t begin = at_;
      while (at_ < source_.size() && tex_byte(source_[at_]) == TexByte::Plain) ++at_;
      return {TexKind::Text, false, source_.substr(begin, at_ - begin)};
    }
    case TexByte::Alone:
      return {TexKind::Text, false, source_.substr(at_++, 1)};
    case TexByte::Blank:
      return blank();
    case TexByte::Special:
      break;
  }
  switch (c) {
    case '\\':
      return command();
    case '%':
      return blank();
    case '#': {
      const std::size_t begin = ++at_;
      if (begin < source_.size() && source_[begin] >= '1' && source_[begin] <= '9') ++at_;
      return {TexKind::Parameter, false, source_.substr(begin, at_ - begin)};
    }
    default:
      break;
  }
  const std::string_view text = source_.substr(at_++, 1);
  switch (c) {
    case '{':
      return {TexKind::Open, false, text};
    case '}':
      return {TexKind::Close, false, text};
    case '$':
      return {TexKind::Math, false, text};
    case '&':
      return {TexKind::Align, false, text};
    case '~':
      return {TexKind::Tie, false, text};
    default:
      return {TexKind::Script, false, text};
  }
}

std::string_view TexLexer::take_until(std::string_view end) {
  const std::size_t begin = at_;
  const std::size_t found = source_.find(end, at_);
  if (found == std::string_view::npos) {
    at_ = source_.size();
    return source_.substr(begin);
  }
  at_ = found + end.size();
  return source_.substr(begin, found - begin);
}

std::uint32_t TexLexer::line() {
  const std::size_t end = std::min(at_, source_.size());
  if (end > counted_) {
    line_ += static_cast<std::uint32_t>(
        std::ranges::count(source_.substr(counted_, end - counted_), '\n'));
    counted_ = end;
  }
  return line_;
}

}  // namespace noether::text
