// The operator tree (OPT): the meaning of a formula, as operators applied to operands.
//
// A node is an operator with children, or a leaf (number, variable, constant, text). The operators
// are listed in operators.def. Conventions that every producer and consumer keeps:
//   - an operator without children stands for itself as an operand: the ∗ of A^∗;
//   - a named function of plain arguments is `Call` with the name as label: (sin x), (f x y);
//     a compound head is `Apply` with the head as first child: (apply (prime f 1) x);
//   - optional operands come last; an omitted operand before another one is a `Missing` leaf;
//   - the children of an unordered operator have no order, but keep the order they were written in.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/label.h"
#include "noether/formula/operators.h"

namespace noether::formula {

struct OperatorNode {
  Op op = Op::Missing;
  std::uint16_t height = 1;  // of the subtree; at most kMaxOperatorDepth
  Label label;               // only for operators whose info says `labelled`
  std::uint32_t first_child = 0;
  std::uint32_t child_count = 0;
  base::Span source;
};

class OperatorTree {
 public:
  NodeId root() const { return root_; }
  void set_root(NodeId root) { root_ = root; }
  bool empty() const { return root_ == kNoNode; }

  std::size_t node_count() const { return nodes_.size(); }
  const OperatorNode& node(NodeId id) const { return nodes_[id]; }
  Op op(NodeId id) const { return nodes_[id].op; }
  std::string_view label(NodeId id) const { return labels_.view(nodes_[id].label); }
  std::span<const NodeId> children(NodeId id) const {
    const OperatorNode& n = nodes_[id];
    return std::span<const NodeId>(children_).subspan(n.first_child, n.child_count);
  }
  NodeId child(NodeId id, std::size_t index) const { return children(id)[index]; }

  // Adds a node over children that are already in the tree. The span of source bytes is the hull of
  // `source` and the children's. If the node would be higher than kMaxOperatorDepth, an Error leaf
  // takes its place and `too_deep` is set.
  NodeId add(Op op, std::string_view label, std::span<const NodeId> children,
             base::Span source = {});
  NodeId add_leaf(Op op, std::string_view label, base::Span source = {}) {
    return add(op, label, {}, source);
  }
  void set_source(NodeId id, base::Span source) { nodes_[id].source = source; }
  bool too_deep() const { return too_deep_; }

  void clear();

 private:
  std::vector<OperatorNode> nodes_;
  std::vector<NodeId> children_;
  LabelPool labels_;
  NodeId root_ = kNoNode;
  bool too_deep_ = false;
};

// Whether two trees are equal node by node, in order. Source spans are ignored.
bool same_operators(const OperatorTree& a, const OperatorTree& b);

bool has_error(const OperatorTree& tree);

}  // namespace noether::formula
