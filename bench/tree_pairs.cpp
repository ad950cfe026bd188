#include "bench/tree_pairs.h"

#include <algorithm>
#include <vector>

namespace noether::bench {

using namespace formula;

namespace {

std::string layout_label(const LayoutTree& tree, NodeId id) {
  const LayoutNode& node = tree.node(id);
  std::string label;
  switch (node.kind) {
    case SymbolKind::Variable:
      label = "V!";
      break;
    case SymbolKind::Number:
      label = "N!";
      break;
    case SymbolKind::Text:
      label = "T!";
      break;
    case SymbolKind::Group:
      label = "M!";
      break;
    case SymbolKind::Fraction:
    case SymbolKind::Root:
      label = "O!";
      break;
    case SymbolKind::Blank:
      label = "W!";
      break;
    case SymbolKind::Error:
      label = "E!";
      break;
    case SymbolKind::Enclosure:
    case SymbolKind::Operator:
      break;
  }
  label += tree.label(id);
  if (node.kind == SymbolKind::Group) {
    label += std::to_string(node.rows) + "x" + std::to_string(node.columns);
  }
  return label;
}

std::string operator_label(const OperatorTree& tree, NodeId id) {
  const OpInfo& info = op_info(tree.op(id));
  if (info.op == Op::Variable || info.op == Op::Number || info.op == Op::Call) {
    return std::string(tree.label(id));
  }
  std::string label(info.name);
  if (info.labelled) {
    label += ':';
    label += tree.label(id);
  }
  return label;
}

}  // namespace

Pairs layout_pairs(const LayoutTree& tree) {
  Pairs pairs;
  std::vector<NodeId> pending;
  if (!tree.empty()) pending.push_back(tree.root());
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    for (const Relation relation : kRelations) {
      const NodeId child = tree.node(id).link(relation);
      if (child == kNoNode) continue;
      ++pairs[layout_label(tree, id) + " " + relation_code(relation) + " " +
              layout_label(tree, child)];
      pending.push_back(child);
    }
  }
  return pairs;
}

Pairs operator_pairs(const OperatorTree& tree) {
  Pairs pairs;
  std::vector<NodeId> pending;
  if (!tree.empty()) pending.push_back(tree.root());
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    const auto children = tree.children(id);
    const bool unordered = op_info(tree.op(id)).unordered;
    for (std::size_t i = 0; i < children.size(); ++i) {
      ++pairs[operator_label(tree, id) + " " + (unordered ? "*" : std::to_string(i)) + " " +
              operator_label(tree, children[i])];
      pending.push_back(children[i]);
    }
  }
  return pairs;
}

void Agreement::add(const Pairs& a, const Pairs& b) {
  for (const auto& [pair, count] : a) {
    ours += count;
    const auto it = b.find(pair);
    if (it != b.end()) common += std::min(count, it->second);
  }
  for (const auto& [pair, count] : b) theirs += count;
}

}  // namespace noether::bench
