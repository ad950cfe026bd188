// An operator tree as one flat list, for comparing many trees with a query; and a layout tree in
// the same form. Operands precede their operators, so the root is last, and the nodes below a node
// directly precede it. Missing operands are left out but counted in the numbers of the others.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::search {

struct FlatNode {
  std::uint64_t label = 0;    // as written; a function f and a variable f have the same
  std::uint64_t type = 0;     // the class of operators or leaves that counts as one on a path
  std::uint16_t parent = 0;   // kNoParent for the root
  std::uint16_t size = 1;     // nodes of the sub-expression
  std::uint16_t operand = 0;  // which operand it is, from 0
  bool leaf = false;
  bool symbol = false;     // a variable, a number or a function of one letter, which may be renamed
  bool fixed = false;      // always means the same and is never renamed: ℤ, ∞, an ellipsis
  bool silent = false;     // leaves no trace on a path: a negation
  bool apart = false;      // paths distinguish its operands
  bool commutes = false;   // its operands have no order
  bool unordered = false;  // the same, or the order is often changed: a − b, lists
  bool letter_call = false;  // f(x): its name is also a leaf of paths
};

class FlatTree {
 public:
  static constexpr std::uint16_t kNoParent = 0xFFFF;
  // Larger trees are not compared, because this would take too long.
  static constexpr std::size_t kMaxNodes = 1000;

  // Returns false, with an empty tree, if there is no node or there are too many.
  bool assign(const formula::OperatorTree& tree);
  // Reads the bytes that an index stores (packed_tree.h).
  bool assign(std::string_view packed);

  std::span<const FlatNode> nodes() const { return nodes_; }
  std::size_t size() const { return nodes_.size(); }
  const FlatNode& operator[](std::size_t i) const { return nodes_[i]; }
  const FlatNode& root() const { return nodes_.back(); }
  // The node of the original operator tree for each node.
  std::span<const formula::NodeId> sources() const { return sources_; }
  // Keys of the words of a formula, sorted, each once: names of functions, words of texts, and runs
  // of letters in a product, which usually are a name.
  std::span<const std::uint64_t> words() const { return words_; }
  // Whether dots show that something is left out.
  bool has_dots() const { return has_dots_; }

 private:
  struct Visit {
    formula::NodeId node;
    std::uint32_t next;  // operand
  };

  void clear();
  // Adds a node whose operands are the last `operands` nodes without a parent.
  void add(formula::Op op, std::string_view label, std::size_t operands);
  void add_words(std::span<const std::uint16_t> operands);
  bool finish();

  std::vector<FlatNode> nodes_;
  std::vector<char> letters_;  // labels of nodes that are a single character
  std::vector<formula::NodeId> sources_;
  std::vector<std::uint16_t> waiting_;  // nodes without a parent yet
  std::vector<Visit> pending_;
  std::vector<std::uint64_t> words_;
  bool has_dots_ = false;
};

// Whether two nodes may correspond to each other in similar formulas.
inline bool are_alike(const FlatNode& a, const FlatNode& b) {
  return a.type == b.type && (a.label == b.label || !(a.fixed || b.fixed));
}

// Dots of any height: …, ⋯, ⋮, ⋱.
bool is_dots(std::string_view label);
// Letters with one meaning: dots, ∞, ∅, and the double-struck ones.
bool is_fixed_letter(std::string_view label);

// Calls `visit` with every operand of a node, the last one first.
template <typename Visit>
void for_each_operand(std::span<const FlatNode> nodes, std::size_t node, Visit visit) {
  const std::size_t first = node + 1 - nodes[node].size;
  for (std::size_t at = node; at-- > first;) {
    visit(at);
    at -= nodes[at].size - 1U;
  }
}

// A layout tree in the form of a flat operator tree, so that the comparison of operator trees also
// compares drawings.
// The attachments of a symbol are its operands, each at the number of its relation, and the next
// symbol on the line is the first operand: a line of symbols is then a chain of first operands,
// which tree edits handle quickly. Letters and numbers may be renamed; other symbols may not.
//
// Reuses its memory from one tree to the next.
class FlatLayout {
 public:
  // Returns false, with an empty tree, if there is no node or there are more than
  // FlatTree::kMaxNodes.
  bool assign(const formula::LayoutTree& tree);

  std::span<const FlatNode> nodes() const { return nodes_; }

 private:
  struct Visit {
    formula::NodeId node;
    std::uint8_t relation;  // from the parent
    std::uint8_t next;      // relation to follow
    std::uint16_t first;    // nodes before those below it
  };

  std::vector<FlatNode> nodes_;
  std::vector<Visit> pending_;
  std::vector<std::uint16_t> waiting_;  // nodes without a parent yet
};

}  // namespace noether::search
