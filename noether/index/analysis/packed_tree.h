// Operator trees as a few bytes, stored with each formula of an index: scoring a candidate needs
// its tree, and reading the LaTeX again would cost a hundred times as much.
// Operands precede operators, so the root is last. A letter or a digit is a variable or a number of
// that one character. Any other byte is an operator with the number of operands that it has in
// prefix notation; a different number of operands is stored before it, after a byte 0. Labels
// follow their operator as a length and bytes. Spans of the source are not stored.
// The bytes depend on the list of operators: new operators may be appended, and any other change of
// the list requires a new version of the index (a test checks this).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/formula/operator_tree.h"

namespace noether::index {

// Appends the bytes; appends nothing for an empty tree.
void pack_tree(const formula::OperatorTree& tree, std::string& out);

// Goes through the nodes of a packed tree, operands first, without making a tree of them.
class PackedTreeReader {
 public:
  struct Node {
    formula::Op op = formula::Op::Missing;
    std::size_t operands = 0;  // this many of the last nodes without a parent
    std::string_view label;    // lives as long as the bytes
  };

  explicit PackedTreeReader(std::string_view bytes) : rest_(bytes) {}

  // Returns false at the end, or if the bytes are not a tree.
  bool next(Node& node);
  // Whether the bytes were a tree; valid at the end.
  bool is_tree() const { return rest_.empty() && waiting_ == 1; }

 private:
  std::string_view rest_;
  std::size_t waiting_ = 0;  // nodes without a parent yet
};

// Reuses its working memory from one tree to the next. Not thread-safe.
class TreeUnpacker {
 public:
  // Time and memory are proportional to the number of bytes, whatever they are. Returns false if
  // they are not a tree; `tree`, which is cleared first, is then empty.
  bool unpack(std::string_view bytes, formula::OperatorTree& tree);

 private:
  std::vector<formula::NodeId> operands_;  // of nodes that follow
};

}  // namespace noether::index
