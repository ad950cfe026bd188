#include "noether/formula/latex/lexer.h"

namespace noether::formula {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

struct HtmlEscape {
  std::string_view name;
  std::string_view character;
  TokenKind kind;
};
constexpr HtmlEscape kHtmlEscapes[] = {
    {"lt;", "<", TokenKind::Character},   {"gt;", ">", TokenKind::Character},
    {"amp;", "&", TokenKind::Alignment},  {"#39;", "'", TokenKind::Character},
    {"nbsp;", "~", TokenKind::Character},
};

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  std::size_t length = 1;
  if (lead >= 0xF0) {
    length = 4;
  } else if (lead >= 0xE0) {
    length = 3;
  } else if (lead >= 0xC0) {
    length = 2;
  }
  if (at + length > text.size()) return 1;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return 1;
  }
  return length;
}

Token LatexLexer::next() {
  Token token;
  while (at_ < input_.size()) {
    const char c = input_[at_];
    if (is_space(c)) {
      token.space_before = true;
      ++at_;
    } else if (c == '%') {
      while (at_ < input_.size() && input_[at_] != '\n') ++at_;
    } else {
      break;
    }
  }
  const std::size_t begin = at_;
  const auto finish = [&](TokenKind kind, std::size_t text_begin) {
    token.kind = kind;
    token.text = input_.substr(text_begin, at_ - text_begin);
    token.source = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
    return token;
  };
  if (begin == input_.size()) return finish(TokenKind::End, begin);
  const char c = input_[at_++];
  switch (c) {
    case '\\':
      if (at_ == input_.size()) return finish(TokenKind::Command, at_);
      if (is_letter(input_[at_])) {
        while (at_ < input_.size() && is_letter(input_[at_])) ++at_;
      } else {
        at_ += utf8_length(input_, at_);
      }
      return finish(TokenKind::Command, begin + 1);
    case '{':
      return finish(TokenKind::OpenBrace, begin);
    case '}':
      return finish(TokenKind::CloseBrace, begin);
    case '^':
      return finish(TokenKind::Superscript, begin);
    case '_':
      return finish(TokenKind::Subscript, begin);
    case '&': {
      // Formulas copied from HTML contain its escapes; "lt;" never follows an alignment point.
      const std::string_view rest = input_.substr(at_);
      for (const HtmlEscape& escape : kHtmlEscapes) {
        if (!rest.starts_with(escape.name)) continue;
        at_ += escape.name.size();
        token = finish(escape.kind, begin);
        token.text = escape.character;
        return token;
      }
      return finish(TokenKind::Alignment, begin);
    }
    case '#':
      if (at_ < input_.size() && input_[at_] >= '1' && input_[at_] <= '9') {
        ++at_;
        return finish(TokenKind::Parameter, begin + 1);
      }
      return finish(TokenKind::Character, begin);
    default:
      at_ = begin + utf8_length(input_, begin);
      return finish(TokenKind::Character, begin);
  }
}

}  // namespace noether::formula
