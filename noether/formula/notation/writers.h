// Notations that are written and never read: JSON, the layout as text, spoken words.
#pragma once

#include <string>

#include "noether/formula/formula.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

// A formula as one line of JSON, for programs.
//
//   {"slt": ROW, "opt": NODE, "ids": {"visual", "structural", "alpha"},
//    "diagnostics": [{"message", "source", "hint"?}…]}
//   ROW     the symbols along `next`: [{"kind", "label"?, "source": [begin, end], RELATION: ROW…}…]
//           A group has "open", "close", "rows", "columns" and its rows as "cells"; "barless"
//           marks a fraction without a bar, "space" a wide space before the symbol.
//   NODE    {"op": name in operators.def, "label"?, "source", "children": [NODE…]?}
// An empty tree is null. The output is valid UTF-8 for any labels.
void write_json(const Formula& formula, std::string& out);

// The layout tree as a line for people: x{above: 2} + y{below: 1}.
//
// Symbols of a row are separated by blanks; the attachments of a symbol follow it in braces,
// relation by relation. Groups show their fences and size: (…){2x2}. This form is written only,
// never read.
void write_layout_text(const LayoutTree& tree, std::string& out);

// A formula in spoken words: sine of x over x. It is for people who listen, and for names of links.
// It is written from the operator tree, in words alone. Simple operands have a short form; where
// that would be ambiguous, words open and close an operand: "the fraction x plus 1 over 2 end
// fraction", "the quantity x plus 1 end quantity squared". It cannot be read back.
//
// Appends one line without a line end.
void write_spoken(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
