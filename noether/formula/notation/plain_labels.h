// The form of plain tokens of S-expressions and prefix notation.
#pragma once

#include <string_view>

namespace noether::formula {

inline bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether a token with this beginning is a number: 42, 3.14, .5
inline bool looks_like_number(std::string_view token) {
  if (token.empty()) return false;
  return is_digit(token[0]) || (token[0] == '.' && token.size() > 1 && is_digit(token[1]));
}

inline bool looks_like_negative_number(std::string_view token) {
  return token.size() > 1 && token[0] == '-' && looks_like_number(token.substr(1));
}

}  // namespace noether::formula
