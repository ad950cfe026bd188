#include "noether/embedding/formula/canonical_formula.h"

#include <span>

namespace noether::embedding {
namespace {

using formula::NodeId;
using TreeOp = formula::Op;
using formula::OperatorTree;

bool is_variable(const OperatorTree& tree, NodeId id, std::string_view name) {
  return tree.op(id) == TreeOp::Variable && tree.label(id) == name;
}

// True for x_i, a sum over i, i = 1, i in I. In a product, a power or a function, i is the
// imaginary unit.
bool uses_i_as_index(const OperatorTree& tree) {
  for (NodeId id = 0; id < tree.node_count(); ++id) {
    const TreeOp op = tree.op(id);
    const auto children = tree.children(id);
    const bool is_index_place = op == TreeOp::Subscript || formula::is_relation(op);
    for (std::size_t at = 0; is_index_place && at < children.size(); ++at) {
      if (is_variable(tree, children[at], "i")) return true;
      // The index of x_{ij} is a product or a list.
      if (op != TreeOp::Subscript || at == 0) continue;
      for (const NodeId part : tree.children(children[at])) {
        if (is_variable(tree, part, "i")) return true;
      }
    }
  }
  return false;
}

bool uses_d_as_differential(const OperatorTree& tree) {
  for (NodeId id = 0; id < tree.node_count(); ++id) {
    if (tree.op(id) != TreeOp::Times) continue;
    const auto factors = tree.children(id);
    for (std::size_t at = 0; at + 1 < factors.size(); ++at) {
      if (!is_variable(tree, factors[at], "d")) continue;
      const TreeOp next = tree.op(factors[at + 1]);
      if (next == TreeOp::Variable || next == TreeOp::Subscript) return true;
    }
  }
  return false;
}

// Copies the marked nodes. Trees are at most kMaxOperatorDepth high.
// NOLINTNEXTLINE(misc-no-recursion)
NodeId copy_marked(const OperatorTree& from, NodeId id, const std::vector<bool>& marked,
                   OperatorTree& to) {
  std::vector<NodeId> children;
  for (const NodeId child : from.children(id)) {
    if (marked[child]) children.push_back(copy_marked(from, child, marked, to));
  }
  return to.add(from.op(id), from.label(id), children, from.node(id).source);
}

}  // namespace

void CanonicalReader::cut(const OperatorTree& tree) {
  std::vector<bool> marked(tree.node_count());
  std::vector<NodeId> queue = {tree.root()};
  marked[tree.root()] = true;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const NodeId child : tree.children(queue[at])) {
      if (queue.size() == kMostFormulaNodes) break;
      queue.push_back(child);
      marked[child] = true;
    }
  }
  cut_.clear();
  cut_.set_root(copy_marked(tree, tree.root(), marked, cut_));
}

void CanonicalReader::read(const OperatorTree& tree, CanonicalFormula& out) {
  const OperatorTree* whole = &tree;
  if (tree.node_count() > kMostFormulaNodes) {
    cut(tree);
    whole = &cut_;
  }
  out.has_index_i = uses_i_as_index(*whole);
  std::vector<std::string_view> constants;
  if (!out.has_index_i) constants.emplace_back("i");
  if (uses_d_as_differential(*whole)) constants.emplace_back("d");
  colouring_.read(*whole, constants);
  colouring_.canonical();
  colouring_.write_canonical(out.tree, out.names);
}

}  // namespace noether::embedding
