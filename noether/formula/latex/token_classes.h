// The kinds of tokens that the parser distinguishes.
#pragma once

#include <string_view>

#include "noether/formula/latex/lexer.h"

namespace noether::formula {

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

// \over and its kin, and those that name their fences: \overwithdelims.
bool names_infix_fraction(std::string_view command);

inline bool is_infix_fraction(const Token& token) {
  return token.kind == TokenKind::Command && token.text.size() > 3 &&
         names_infix_fraction(token.text);
}

}  // namespace noether::formula
