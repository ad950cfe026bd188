#include "noether/formula/layout_tree.h"

#include <string>
#include <utility>

namespace noether::formula {

char relation_code(Relation relation) {
  constexpr std::string_view codes = "naboucdwe";
  return codes[static_cast<std::size_t>(relation)];
}

std::string_view relation_name(Relation relation) {
  constexpr std::array<std::string_view, kRelationCount> names = {
      "next", "above", "below", "over", "under", "pre-above", "pre-below", "within", "element"};
  return names[static_cast<std::size_t>(relation)];
}

NodeId LayoutTree::add(SymbolKind kind, std::string_view label, base::Span source) {
  LayoutNode node;
  node.kind = kind;
  node.label = labels_.add(label);
  node.source = source;
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId LayoutTree::add_group(std::string_view open, std::string_view close, std::uint16_t rows,
                             std::uint16_t columns, base::Span source) {
  std::string fences(open);
  fences += close;
  const NodeId id = add(SymbolKind::Group, fences, source);
  LayoutNode& group = nodes_[id];
  group.open_bytes = static_cast<std::uint8_t>(open.size());
  group.rows = rows;
  group.columns = columns;
  return id;
}

void LayoutTree::clear() {
  nodes_.clear();
  labels_.clear();
  root_ = kNoNode;
  too_deep_ = false;
}

bool same_layout(const LayoutTree& a, const LayoutTree& b) {
  std::vector<std::pair<NodeId, NodeId>> pending = {{a.root(), b.root()}};
  while (!pending.empty()) {
    const auto [left, right] = pending.back();
    pending.pop_back();
    if (left == kNoNode || right == kNoNode) {
      if (left != right) return false;
      continue;
    }
    const LayoutNode& x = a.node(left);
    const LayoutNode& y = b.node(right);
    if (x.kind != y.kind || x.barless != y.barless || x.open_bytes != y.open_bytes ||
        x.rows != y.rows || x.columns != y.columns || a.label(left) != b.label(right)) {
      return false;
    }
    for (const Relation relation : kRelations) {
      pending.emplace_back(x.link(relation), y.link(relation));
    }
  }
  return true;
}

bool has_error(const LayoutTree& tree) {
  std::vector<NodeId> pending = {tree.root()};
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (id == kNoNode) continue;
    if (tree.node(id).kind == SymbolKind::Error) return true;
    for (const Relation relation : kRelations) pending.push_back(tree.node(id).link(relation));
  }
  return false;
}

}  // namespace noether::formula
