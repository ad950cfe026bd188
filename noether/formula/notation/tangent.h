// Reads and writes both strings of Tangent-S: those of layout trees and of operator trees.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Layout trees as Tangent-S strings: x² + 1 is [V!x[+[N!1]],a[N!2]].
//
// A node is [TAG, the next symbol directly, then its other relations in a fixed order, each a
// comma, the letter of layout_tree.h and a node. Tags:
//   V!x  N!2  T!text  W!  E!source       variable, number, text, blank, error
//   O!divide  O!root                     a fraction, a root
//   M!()1x2                              a group: fences, rows x columns
//   +  ∑  &comma;                        any other tag is an operator symbol
//   box,w[…]                             a plain tag with something within is an enclosure
// Noether adds forms that Tangent-S lacks: a fraction without a bar lists its lower half first (the
// same tree to Tangent-S), O!stack is one that lacks a half, B! is an enclosure of nothing, P! is
// an operator whose text looks like another tag, and &sep; separates fences that are not one
// character each.
base::Result<void> read_tangent_slt(std::string_view text, LayoutTree& out);

// Appends the tree in one line; nothing for an empty tree.
void write_tangent_slt(const LayoutTree& tree, std::string& out);

// Operator trees as Tangent-S strings: x² + 1 is [U!plus,0[O!SUP,0[V!𝑥],1[N!2]],1[N!1]].
//
// A node is [TAG followed by its children, each a comma, a code (0-9 A-Z a-z, the last one
// repeated) and a node. Tags are those of operators.def. Tangent-S made its trees from LaTeXML's
// Content MathML, which has special forms for some operators; both directions translate them:
//   [+!O!SUB,0[O!SUP,0[O!SUB,0[O!sum],1[lo]],1[hi]],1[body]]      a sum with its limits
//   [+!F!sin,0[O!SUP,0[F!sin],1[N!2]],1[x]]                       sin² x
//   [O!int,0[U!times,0[f],1[F!d,0[x]]],1[W!],2[W!]]               an integral with its variable
//   [O!divide,0[O!partialdiff,0[f]],1[O!partialdiff,0[x]]]        a derivative
//   [U!and,0[U!eq,0[a],1[b]],1[U!eq,0[c]]]                        the chain a = b = c
//   [O!root,0[x],1[N!2]]                                          a square root
// A node that would be misread is written by name, [O!op!root,0[x],1[N!2]], and a label that would
// be misread is written after a second !, [V!!→]; so every tree reads back.
base::Result<void> read_tangent_opt(std::string_view text, OperatorTree& out);

// Appends the tree in one line; nothing for an empty tree.
void write_tangent_opt(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
