// Operator trees as a few bytes, kept beside each formula of an index: scoring a candidate needs
// its tree, and reading the LaTeX again would cost a hundred times as much.
//
// Nodes stand operands first, so the last one is the root. A letter or a digit is a variable or a
// number of that one character. Any other byte is an operator with as many operands as it has in
// prefix notation; another number of operands stands before it, behind a byte 0. Labels follow
// their operator as a length and bytes. Spans of the source are not kept.
//
// The bytes are good for the list of operators they were made with: one may be added behind the
// others, any other change of the list asks for a new version of the index (a test tells).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/formula/operator_tree.h"

namespace noether::index {

// Appends; nothing for an empty tree.
void pack_tree(const formula::OperatorTree& tree, std::string& out);

// Keeps its working memory from one tree to the next. Not for two threads.
class TreeUnpacker {
 public:
  // Whatever the bytes are, time and memory stay in proportion to them. False when they are no
  // tree; `tree`, which is emptied first, is then empty.
  bool unpack(std::string_view bytes, formula::OperatorTree& tree);

 private:
  std::vector<formula::NodeId> operands_;  // of nodes that are still to come
};

}  // namespace noether::index
