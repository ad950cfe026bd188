// The names of plain math: sin, alpha, oo, sqrt, each with its LaTeX and the part it plays.
//
// Nearly all are names of commands of symbols.def; of these, names of two letters are taken only
// where nobody writes a product of two variables so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace noether::formula {

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
  std::string latex;  // of fences the opening one
  std::string close = {};
};

// Nothing when the letters are no name, but a product of variables.
std::optional<PlainName> plain_name(std::string_view letters);

// How many of the letters are a function before a variable, as in sinx and lnx; 0: none.
std::size_t function_before_variable(std::string_view letters);

}  // namespace noether::formula
