// LaTeX source to tokens: characters, commands and the characters TeX gives a meaning to.
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

// The number of bytes of the UTF-8 character that starts at `at`; 1 for a byte that starts none.
std::size_t utf8_length(std::string_view text, std::size_t at);

}  // namespace noether::formula
