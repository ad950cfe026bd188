#include "bench/ranking/plain_tree.h"

#include <algorithm>

#include "noether/index/features/feature_key.h"
#include "noether/index/features/path_classes.h"

namespace noether::bench {
namespace {

using formula::NodeId;
using index::extend_key;
using index::key_of;

struct Visit {
  NodeId node;
  std::uint32_t parent;
  std::uint8_t edge;
};

// Children were met in order, but not side by side: gathers them.
void link_children(PlainTree& tree) {
  for (std::size_t i = 1; i < tree.nodes.size(); ++i)
    ++tree.nodes[tree.nodes[i].parent].child_count;
  std::uint32_t next = 0;
  for (auto& node : tree.nodes) {
    node.first_child = next;
    next += node.child_count;
    node.child_count = 0;
  }
  tree.children.resize(next);
  for (std::uint32_t i = 1; i < tree.nodes.size(); ++i) {
    auto& parent = tree.nodes[tree.nodes[i].parent];
    tree.children[parent.first_child + parent.child_count++] = i;
  }
}

}  // namespace

PlainTree plain_tree(const formula::LayoutTree& tree) {
  using formula::SymbolKind;
  PlainTree plain;
  std::vector<Visit> pending;
  if (!tree.empty()) pending.push_back({tree.root(), 0, 0});
  while (!pending.empty()) {
    const Visit visit = pending.back();
    pending.pop_back();
    const formula::LayoutNode& node = tree.node(visit.node);
    PlainTree::Node made;
    made.label = extend_key(static_cast<std::uint64_t>(node.kind), key_of(tree.label(visit.node)));
    made.symbol = node.kind == SymbolKind::Variable || node.kind == SymbolKind::Number;
    made.type = made.symbol ? static_cast<std::uint64_t>(node.kind) : made.label;
    made.parent = visit.parent;
    made.edge = visit.edge;
    const auto number = static_cast<std::uint32_t>(plain.nodes.size());
    plain.nodes.push_back(made);
    for (std::size_t i = 0; i < formula::kRelationCount; ++i) {
      if (node.links[i] != formula::kNoNode) {
        pending.push_back({node.links[i], number, static_cast<std::uint8_t>(i + 1)});
      }
    }
  }
  link_children(plain);
  return plain;
}

PlainTree plain_tree(const formula::OperatorTree& tree) {
  using formula::Op;
  PlainTree plain;
  std::vector<Visit> pending;
  if (!tree.empty()) pending.push_back({tree.root(), 0, 0});
  while (!pending.empty()) {
    const Visit visit = pending.back();
    pending.pop_back();
    const Op op = tree.op(visit.node);
    if (op == Op::Missing) continue;
    PlainTree::Node made;
    const std::string_view label = tree.label(visit.node);
    made.label = extend_key(static_cast<std::uint64_t>(op), key_of(label));
    made.symbol = op == Op::Variable || op == Op::Number || index::is_letter_call(op, label);
    made.type = op == Op::Variable || op == Op::Number ? static_cast<std::uint64_t>(op)
                                                       : index::path_class(op, label);
    made.parent = visit.parent;
    made.edge = visit.edge;
    const auto number = static_cast<std::uint32_t>(plain.nodes.size());
    plain.nodes.push_back(made);
    const auto children = tree.children(visit.node);
    const bool unordered = op_info(op).unordered || op == Op::Minus;
    for (std::size_t i = children.size(); i-- > 0;) {
      const auto edge =
          static_cast<std::uint8_t>(unordered ? 0 : std::min<std::size_t>(i + 1, 255));
      pending.push_back({children[i], number, edge});
    }
  }
  link_children(plain);
  return plain;
}

}  // namespace noether::bench
