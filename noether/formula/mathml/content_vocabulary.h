// Maps the vocabulary of Content MathML to operators.
//
// Three vocabularies meet here: the elements of MathML 3, the csymbol names of LaTeXML, and plain
// glyphs, which LaTeXML writes as <ci> when its grammar has no meaning for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/formula/operators.h"

namespace noether::formula {

// An operator, with its label if it is a labelled one.
struct Meaning {
  Op op = Op::Call;
  std::string label;

  friend bool operator==(const Meaning&, const Meaning&) = default;
};

// The meaning of <plus/>, <sin/>, <reals/>, … A named function is a Call with its name, a constant
// is its leaf. Nothing for elements that are neither operators nor constants (ci, apply, set, …).
std::optional<Meaning> meaning_of_element(std::string_view element);

// The meaning of a csymbol of the content dictionary "latexml", and of "noether", which allows any
// operator.
std::optional<Meaning> meaning_of_latexml(std::string_view name);
std::optional<Op> op_of_noether(std::string_view name);
std::string_view noether_name(Op op);

// The meaning of the text of a <ci> as an operand: a variable, a constant, or a bare operator.
Meaning meaning_as_operand(std::string_view label);

// The meaning of the text of a <ci> at the head of an application to `operands` operands.
Meaning meaning_as_head(std::string_view label, std::size_t operands);

// The text of a <ci> without LaTeXML's font prefix: "italic-ϵ" is ϵ.
std::string without_font_prefix(std::string_view label);

// arcsin for sin, …; empty if the inverse has no such name.
std::string_view inverse_function(std::string_view name);

// The element for a named function; empty if MathML has none.
std::string_view element_of_function(std::string_view name);

// The operator whose big form ranges over an index: ⋃ for ∪. Empty if there is no such form.
std::optional<Meaning> big_form(Op op);

// The number of primes in a run of prime characters; 0 for anything else.
std::size_t count_primes(std::string_view label);

}  // namespace noether::formula
