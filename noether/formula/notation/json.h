// A formula as one line of JSON, for programs.
//
//   {"slt": ROW, "opt": NODE, "ids": {"visual", "structural", "alpha"},
//    "diagnostics": [{"message", "source", "hint"?}…]}
//   ROW     the symbols along `next`: [{"kind", "label"?, "source": [begin, end], RELATION: ROW…}…]
//           A group has "open", "close", "rows", "columns" and its rows as "cells"; "barless" is a
//           fraction without a bar, "space" a wide space before the symbol.
//   NODE    {"op": name in operators.def, "label"?, "source", "children": [NODE…]?}
// An empty tree is null. The output is valid UTF-8 whatever the labels hold.
#pragma once

#include <string>

#include "noether/formula/formula.h"

namespace noether::formula {

void write_json(const Formula& formula, std::string& out);

}  // namespace noether::formula
