// The vocabulary of plain math, names and signs, and a test that recognises plain math by it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace noether::formula {

// The names of plain math: sin, alpha, oo, sqrt, each with its LaTeX and its role.
//
// Nearly all are names of commands of symbols.def. Names of two letters are included only if people
// do not write a product of two variables with these letters.
enum class PlainRole : std::uint8_t {
  Operand,        // alpha, oo
  Prefix,         // partial, forall: stands before its operand
  Function,       // sin, log: an argument follows
  LimitFunction,  // lim, max: scripts below it and a body follow
  BigOperator,    // sum, int: scripts and a body follow
  Operator,       // in, times, mod: between operands
  Root,           // sqrt(x), cbrt(x)
  RootOfIndex,    // root(n)(x)
  Fences,         // abs(x), floor(x): the argument stands between them
  Accent,         // vec(x), bar(x)
  TwoArguments,   // binom(n, k), frac(a, b)
  Choose,         // n choose k
};

struct PlainName {
  PlainRole role = PlainRole::Operand;
  std::string latex;  // the opening fence of fences
  std::string close = {};
};

// Returns nothing if the letters are a product of variables and not a name.
std::optional<PlainName> plain_name(std::string_view letters);

// The number of letters that are a function before a variable, as in sinx and lnx; 0 if there is no
// such function.
std::size_t function_before_variable(std::string_view letters);

// Characters and signs that plain math and LaTeX write differently.

inline bool is_plain_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
inline bool is_plain_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_plain_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// A sign that people type as several characters, as in x <= y; null if the text does not begin with
// one.
struct PlainSign {
  std::string_view plain;
  std::string_view latex;
};
const PlainSign* plain_sign(std::string_view text);

// The LaTeX of a character; empty if it is not such a fraction or root sign.
std::string_view vulgar_fraction_latex(std::string_view character);
std::string_view root_sign_latex(std::string_view character);

// Superscripts and subscripts, which belong to the operand before them.
bool is_script_character(char32_t c);
bool is_prime(char32_t c);
// Operators that the symbol table does not have: dots and dashes, arrows and operators.
bool is_operator_character(char32_t c);

// Whether a text in an unknown notation is plain math: it has no backslash but a name or a sign of
// plain math: sqrt(x), int_0^1, alpha, x >= 2, x**2. Names and signs that may well be LaTeX do not
// count: xi is x times i, +- is a plus and a minus, and != after a number is a factorial and an
// equals sign.
bool looks_plain(std::string_view text);

}  // namespace noether::formula
