// Characters of ASCII as the readers of all modules class them, whatever the locale.
#pragma once

#include <string>
#include <string_view>

namespace noether::base {

inline constexpr std::string_view kBlanks = " \t\r\n";

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_space_or_control(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Letters beyond ASCII stay as they are.
inline std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace noether::base
