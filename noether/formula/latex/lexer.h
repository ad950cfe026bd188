// Converts LaTeX source to tokens: characters, commands, and the characters with a special meaning
// in TeX. Also tests tokens for the kinds that the parser distinguishes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "noether/base/error.h"

namespace noether::formula {

enum class TokenKind : std::uint8_t {
  Character,    // one UTF-8 character
  Command,      // \name; text is the name without the backslash
  OpenBrace,    // {
  CloseBrace,   // }
  Superscript,  // ^
  Subscript,    // _
  Alignment,    // &
  Parameter,    // #1 in a macro body; text is the digit
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  bool space_before = false;
  std::string_view text;
  base::Span source;

  bool is_command(std::string_view name) const {
    return kind == TokenKind::Command && text == name;
  }
  bool is_character(std::string_view character) const {
    return kind == TokenKind::Character && text == character;
  }
};

class LatexLexer {
 public:
  void reset(std::string_view input) {
    input_ = input;
    at_ = 0;
  }
  Token next();

 private:
  std::string_view input_;
  std::size_t at_ = 0;
};

// The number of bytes of the UTF-8 character that starts at `at`; 1 if no character starts there.
std::size_t utf8_length(std::string_view text, std::size_t at);

inline bool is_digit(const Token& token) {
  return token.kind == TokenKind::Character && token.text.size() == 1 && token.text[0] >= '0' &&
         token.text[0] <= '9';
}

inline bool thousands_separator(const Token& token) {
  return token.is_command(",") || token.is_command(" ") || token.is_command("thinspace");
}

inline bool is_ascii_letter(const Token& token) {
  if (token.kind != TokenKind::Character || token.text.size() != 1) return false;
  const char c = token.text[0];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

inline bool ends_line_command(std::string_view name) {
  return name == "\\" || name == "cr" || name == "newline" || name == "tabularnewline";
}

// The number of primes that a character represents.
inline int prime_count(const Token& token) {
  if (token.kind != TokenKind::Character) return 0;
  if (token.text.size() == 1) return token.text[0] == '\'' ? 1 : 0;
  if (token.text == "’" || token.text == "′") return 1;
  if (token.text == "″") return 2;
  return token.text == "‴" ? 3 : 0;
}

inline bool ends_line(const Token& token) {
  return token.kind == TokenKind::Command && !token.text.empty() && ends_line_command(token.text);
}

// \over and similar commands, and those with explicit fences such as \overwithdelims.
bool names_infix_fraction(std::string_view command);

inline bool is_infix_fraction(const Token& token) {
  return token.kind == TokenKind::Command && token.text.size() > 3 &&
         names_infix_fraction(token.text);
}

}  // namespace noether::formula
