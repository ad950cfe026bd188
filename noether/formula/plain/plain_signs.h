// The characters and signs of plain math that are written otherwise in LaTeX.
#pragma once

#include <string_view>

namespace noether::formula {

inline bool is_plain_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
inline bool is_plain_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_plain_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// A sign that people put together from characters, as in x <= y; nothing when none begins the text.
struct PlainSign {
  std::string_view plain;
  std::string_view latex;
};
const PlainSign* plain_sign(std::string_view text);

// Of a character: "" when it is no such fraction, no root sign.
std::string_view vulgar_fraction_latex(std::string_view character);
std::string_view root_sign_latex(std::string_view character);

// Superscripts and subscripts, which hang on what stands before them.
bool is_script_character(char32_t c);
bool is_prime(char32_t c);
// Of those that the symbol table does not have: dots and dashes, arrows and operators.
bool is_operator_character(char32_t c);

}  // namespace noether::formula
