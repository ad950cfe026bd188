// Operator trees as Tangent-S strings: x² + 1 is [U!plus,0[O!SUP,0[V!𝑥],1[N!2]],1[N!1]].
//
// A node is [TAG followed by its children, each a comma, a code (0-9 A-Z a-z, the last one
// repeated) and a node. Tags are those of operators.def. Tangent-S made its trees from LaTeXML's
// Content MathML, which says some things in its own way; both directions translate:
//   [+!O!SUB,0[O!SUP,0[O!SUB,0[O!sum],1[lo]],1[hi]],1[body]]      a sum with its limits
//   [+!F!sin,0[O!SUP,0[F!sin],1[N!2]],1[x]]                       sin² x
//   [O!int,0[U!times,0[f],1[F!d,0[x]]],1[W!],2[W!]]               an integral with its variable
//   [O!divide,0[O!partialdiff,0[f]],1[O!partialdiff,0[x]]]        a derivative
//   [U!and,0[U!eq,0[a],1[b]],1[U!eq,0[c]]]                        the chain a = b = c
//   [O!root,0[x],1[N!2]]                                          a square root
// A node that would be read as something else is written by name, [O!op!root,0[x],1[N!2]], and a
// label that would be is written after a second !, [V!!→]; so every tree reads back.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

base::Result<void> read_tangent_opt(std::string_view text, OperatorTree& out);

// Appends the tree in one line; nothing for an empty tree.
void write_tangent_opt(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
