// Reads terms of the Fungrim language: calls, names and numbers, with the infix operators of
// Python.
//
//   a + b, a - b, -a, a * b, a / b, a ** b    calls of Add, Sub, Neg, Mul, Div, Pow
//   Name(a, b), a_(n)                          calls; [a, b] is a call of List
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::bench {

struct FungrimTerm {
  std::string name;  // name of a call or symbol, or digits of a number
  std::vector<FungrimTerm> arguments;
  bool is_call = false;
  bool is_number = false;

  bool is(std::string_view call) const { return is_call && name == call; }
  bool is_symbol(std::string_view symbol) const { return !is_call && !is_number && name == symbol; }
};

base::Result<FungrimTerm> read_fungrim_term(std::string_view text);

// Equal(u, value), Def(u, value) or Equal(f(x), value).
bool is_definition(const FungrimTerm& term);

// Returns `term` with defined symbols, and calls of defined functions whose parameters are symbols,
// replaced by their definitions.
FungrimTerm apply_definitions(FungrimTerm term, const std::vector<FungrimTerm>& definitions);

}  // namespace noether::bench
