#include "noether/search/candidates/formula/flat_layout.h"

#include "noether/index/features/feature.h"

namespace noether::search {
namespace {

using formula::LayoutNode;
using formula::SymbolKind;
using index::extend_key;
using index::key_of;

// One character, of as many bytes as its first says.
bool is_one_letter(std::string_view label) {
  if (label.empty()) return false;
  const auto lead = static_cast<unsigned char>(label.front());
  const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return label.size() == bytes;
}

FlatNode flat_node(const LayoutNode& from, std::string_view label) {
  FlatNode node;
  if (is_dots(label)) label = "…";
  node.apart = true;
  node.type = extend_key(static_cast<std::uint64_t>(from.kind), 1);
  node.label = extend_key(node.type, key_of(label));
  if (from.kind == SymbolKind::Group) {
    node.label =
        extend_key(node.label, (std::uint64_t{from.rows} << 16) | std::uint64_t{from.columns});
  }
  node.symbol =
      from.kind == SymbolKind::Number ||
      (from.kind == SymbolKind::Variable && is_one_letter(label) && !is_fixed_letter(label));
  if (!node.symbol) node.type = node.label;
  return node;
}

}  // namespace

bool FlatLayout::assign(const formula::LayoutTree& tree) {
  nodes_.clear();
  pending_.clear();
  waiting_.clear();
  if (!tree.empty()) pending_.push_back({tree.root(), 0, 0, 0});
  while (!pending_.empty() && nodes_.size() + pending_.size() <= FlatTree::kMaxNodes) {
    Visit& visit = pending_.back();
    const LayoutNode& from = tree.node(visit.node);
    while (visit.next < formula::kRelationCount && from.links[visit.next] == formula::kNoNode) {
      ++visit.next;
    }
    if (visit.next < formula::kRelationCount) {
      const std::uint8_t relation = visit.next++;
      pending_.push_back(
          {from.links[relation], relation, 0, static_cast<std::uint16_t>(nodes_.size())});
      continue;
    }
    const auto at = static_cast<std::uint16_t>(nodes_.size());
    FlatNode node = flat_node(from, tree.label(visit.node));
    node.parent = FlatTree::kNoParent;
    node.operand = visit.relation;
    node.size = static_cast<std::uint16_t>(at + 1 - visit.first);
    node.leaf = node.size == 1;
    while (!waiting_.empty() && waiting_.back() >= visit.first) {
      nodes_[waiting_.back()].parent = at;
      waiting_.pop_back();
    }
    nodes_.push_back(node);
    waiting_.push_back(at);
    pending_.pop_back();
  }
  if (!pending_.empty()) nodes_.clear();
  return !nodes_.empty();
}

}  // namespace noether::search
