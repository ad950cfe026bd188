// An operator tree in the form that the formula encoder reads: names by their roles, operands in a
// fixed order. Two formulas that differ only in the names of variables or in the order of commuting
// operands become the same tree, up to the labels of the names. A name is anything that may be
// renamed: π, e, ℝ and functions of more than one letter are not names. Neither is i, unless the
// formula uses it as an index, nor d before a variable, as in y dx. A formula with more than
// kMostFormulaNodes nodes is cut, so that the nodes nearest to the root remain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "noether/formula/alpha_colouring.h"
#include "noether/formula/operator_tree.h"

namespace noether::embedding {

inline constexpr std::size_t kMostFormulaNodes = 4096;

struct CanonicalFormula {
  // In post-order: the subtree of a node is a contiguous range that ends with the node.
  formula::OperatorTree tree;
  std::vector<std::uint32_t> names;  // for each node the number of its name, or formula::kNoName
  bool has_index_i = false;          // i is a name

  bool is_name(formula::NodeId id) const { return names[id] != formula::kNoName; }
};

// Keeps its working memory from one formula to the next. One thread at a time may use it.
class CanonicalReader {
 public:
  // The tree must not be empty.
  void read(const formula::OperatorTree& tree, CanonicalFormula& out);

 private:
  void cut(const formula::OperatorTree& tree);

  formula::AlphaColouring colouring_;
  formula::OperatorTree cut_;
};

}  // namespace noether::embedding
