// The symbols of mathematics: the LaTeX command, the glyph, the role and the meaning of each.
//
// The table itself is symbols.def, the only place that defines `\leq`, `≤` or `≦`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "noether/formula/operators.h"

namespace noether::formula {

// The role of a symbol in a row, which decides how the operator grammar reads it.
enum class SymbolRole : std::uint8_t {
  Letter,          // an identifier: α, ℓ, ∞
  Function,        // a named function: sin, gcd
  LimitFunction,   // a named function that takes limits: lim, max
  BigOperator,     // ∑ ∏ ⋃ ...
  Integral,        // ∫ ∮ ...
  Additive,        // + − ∪ ⊕ ...
  Multiplicative,  // × · / ∩ ⊗ ...
  Relation,        // = < ∈ → ...
  Connective,      // ⇒ ⇔ ∴: looser than relations
  Logical,         // ∧ ∨: looser or tighter than relations, by context
  Prefix,          // ¬ ∂ ∇ √
  Quantifier,      // ∀ ∃
  Postfix,         // ! %
  Open,
  Close,
  Bar,          // | ‖: opens, closes or separates, by context
  Punctuation,  // , ; .
  Dots,         // … ⋯ ⋮
};

struct Symbol {
  std::string_view command;  // without the backslash; empty if only the glyph exists
  std::string_view glyph;    // UTF-8, as LaTeXML draws it
  SymbolRole role;
  Op op;             // its meaning; Infix, Related, Variable, ... if it has no own op
  bool letter_kind;  // drawn as an identifier (<mi>) rather than an operator (<mo>)
};

// Both return nullptr if the symbol is missing. If several commands share a glyph, writers use the
// first in the table, and `symbol_by_glyph` returns it.
const Symbol* symbol_by_command(std::string_view command);
const Symbol* symbol_by_glyph(std::string_view glyph);

// The whole table, in its order.
std::span<const Symbol> all_symbols();

}  // namespace noether::formula
