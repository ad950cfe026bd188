// Layout trees as Tangent-S strings: x² + 1 is [V!x[+[N!1]],a[N!2]].
//
// A node is [TAG, the next symbol directly, then its other relations in a fixed order, each a
// comma, the letter of layout_tree.h and a node. Tags:
//   V!x  N!2  T!text  W!  E!source       variable, number, text, blank, error
//   O!divide  O!root                     a fraction, a root
//   M!()1x2                              a group: fences, rows x columns
//   +  ∑  &comma;                        any other tag is an operator symbol
//   box,w[…]                             a plain tag with something within is an enclosure
// Where Tangent-S has no form of its own: a fraction without a bar lists its lower half first (the
// same tree to Tangent-S), O!stack is one that lacks a half, B! is an enclosure of nothing, P! an
// operator whose text looks like another tag, and fences that are not one character each are set
// apart by &sep;.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/formula/layout_tree.h"

namespace noether::formula {

base::Result<void> read_tangent_slt(std::string_view text, LayoutTree& out);

// Appends the tree in one line; nothing for an empty tree.
void write_tangent_slt(const LayoutTree& tree, std::string& out);

}  // namespace noether::formula
