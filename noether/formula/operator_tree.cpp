#include "noether/formula/operator_tree.h"

#include <algorithm>
#include <utility>

#include "noether/formula/limits.h"

namespace noether::formula {
namespace {

base::Span hull(base::Span a, base::Span b) {
  if (a == base::Span{}) return b;
  if (b == base::Span{}) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

}  // namespace

NodeId OperatorTree::add(Op op, std::string_view label, std::span<const NodeId> children,
                         base::Span source) {
  OperatorNode node;
  node.op = op;
  node.source = source;
  int height = 1;
  for (const NodeId child : children) {
    height = std::max(height, nodes_[child].height + 1);
    node.source = hull(node.source, nodes_[child].source);
  }
  if (height > kMaxOperatorDepth) {
    too_deep_ = true;
    return add(Op::Error, "nested too deeply", {}, node.source);
  }
  node.height = static_cast<std::uint16_t>(height);
  node.label = labels_.add(label);
  node.first_child = static_cast<std::uint32_t>(children_.size());
  node.child_count = static_cast<std::uint32_t>(children.size());
  // The span may point into children_ itself (a node rebuilt over another's children).
  const std::size_t old_size = children_.size();
  const auto* begin = children.data();
  if (begin >= children_.data() && begin < children_.data() + old_size) {
    const std::size_t offset = static_cast<std::size_t>(begin - children_.data());
    children_.resize(old_size + children.size());
    std::copy_n(children_.begin() + static_cast<std::ptrdiff_t>(offset), children.size(),
                children_.begin() + static_cast<std::ptrdiff_t>(old_size));
  } else {
    children_.insert(children_.end(), children.begin(), children.end());
  }
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

void OperatorTree::clear() {
  nodes_.clear();
  children_.clear();
  labels_.clear();
  root_ = kNoNode;
  too_deep_ = false;
}

bool same_operators(const OperatorTree& a, const OperatorTree& b) {
  if (a.empty() || b.empty()) return a.empty() == b.empty();
  std::vector<std::pair<NodeId, NodeId>> pending = {{a.root(), b.root()}};
  while (!pending.empty()) {
    const auto [x, y] = pending.back();
    pending.pop_back();
    const auto left = a.children(x);
    const auto right = b.children(y);
    if (a.op(x) != b.op(y) || a.label(x) != b.label(y) || left.size() != right.size()) {
      return false;
    }
    for (std::size_t i = 0; i < left.size(); ++i) pending.emplace_back(left[i], right[i]);
  }
  return true;
}

bool has_error(const OperatorTree& tree) {
  if (tree.empty()) return false;
  std::vector<NodeId> pending = {tree.root()};
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (tree.op(id) == Op::Error) return true;
    const auto children = tree.children(id);
    pending.insert(pending.end(), children.begin(), children.end());
  }
  return false;
}

}  // namespace noether::formula
