#include "noether/embedding/formula/tree_features.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/formula/tree_digests.h"

namespace noether::embedding {
namespace {

using formula::kNoNode;
using formula::mixed;
using formula::NodeId;
using TreeOp = formula::Op;

// The maximum distance between two operands of an unordered operator that form a pair.
constexpr std::size_t kPairReach = 5;
// Later positions of ordered operands count as this one.
constexpr std::size_t kMostPosition = 7;
// Subtrees up to renaming are read once more for each node, so only near the root.
constexpr std::uint32_t kRenamedDepth = 6;

std::uint64_t folded(const base::Digest& digest) { return mixed(digest.high, digest.low); }

// The label of an operator, a name or a number.
std::uint64_t digest_of_node(const formula::OperatorTree& tree, NodeId id) {
  return mixed(folded(formula::operator_digest(tree.op(id))),
               folded(formula::digest_of_short_label(tree.label(id))));
}

std::uint64_t digest_of_operator(const formula::OperatorTree& tree, NodeId id) {
  return mixed(folded(formula::operator_digest(tree.op(id))), 0);
}

}  // namespace

void TreeFeatures::add(FeatureKind kind, std::uint64_t content) {
  found_.push_back({mixed(static_cast<std::uint64_t>(kind) + 1, content), kind, 1});
}

void TreeFeatures::digest_nodes() {
  const formula::OperatorTree& tree = formula_->tree;
  const std::size_t count = tree.node_count();
  for (auto* digests : {&labels_, &kinds_, &subtrees_, &subtree_kinds_}) digests->resize(count);
  sizes_.assign(count, 1);
  parents_.assign(count, kNoNode);
  depths_.assign(count, 0);
  local_.resize(count);
  const auto over_children = [&](NodeId id, std::uint64_t own,
                                 const std::vector<std::uint64_t>& of) {
    const auto children = tree.children(id);
    if (children.empty()) return own;
    sorted_.clear();
    for (const NodeId child : children) sorted_.push_back(of[child]);
    if (formula::op_info(tree.op(id)).unordered) std::ranges::sort(sorted_);
    std::uint64_t digest = mixed(own, children.size());
    for (const std::uint64_t child : sorted_) digest = mixed(digest, child);
    return digest;
  };
  for (NodeId id = 0; id < count; ++id) {
    labels_[id] = digest_of_node(tree, id);
    const bool is_any = formula_->is_name(id) || tree.op(id) == TreeOp::Number;
    kinds_[id] = is_any ? digest_of_operator(tree, id) : labels_[id];
    subtrees_[id] = over_children(id, labels_[id], subtrees_);
    subtree_kinds_[id] = over_children(id, kinds_[id], subtree_kinds_);
    for (const NodeId child : tree.children(id)) {
      sizes_[id] += sizes_[child];
      parents_[child] = id;
    }
  }
  for (auto id = static_cast<NodeId>(count); id-- > 0;) {
    if (parents_[id] != kNoNode) depths_[id] = depths_[parents_[id]] + 1;
  }
}

void TreeFeatures::add_way_from_above(NodeId id) {
  using enum FeatureKind;
  std::uint64_t way = 0;
  NodeId above = parents_[id];
  constexpr std::array kByLabel = {Edge, Path, LongPath};
  constexpr std::array kByKind = {EdgeKind, PathKind, LongPathKind};
  for (std::size_t length = 0; length < kByLabel.size() && above != kNoNode; ++length) {
    way = mixed(way, kinds_[above]);
    add(kByLabel[length], mixed(way, labels_[id]));
    add(kByKind[length], mixed(way, kinds_[id]));
    above = parents_[above];
  }
  if (depths_[id] < kByLabel.size()) {
    // The path ends at the root, so `way` contains all of it.
    add(TopPath, mixed(mixed(way, kinds_[id]), depths_[id]));
  }
}

void TreeFeatures::add_siblings(NodeId id) {
  const auto children = formula_->tree.children(id);
  const bool unordered = formula::op_info(formula_->tree.op(id)).unordered;
  const auto add_pairs = [&](FeatureKind kind, const std::vector<std::uint64_t>& of) {
    sorted_.clear();
    for (const NodeId child : children) sorted_.push_back(of[child]);
    if (unordered) std::ranges::sort(sorted_);
    const std::size_t reach = unordered ? kPairReach : 1;
    for (std::size_t first = 0; first < sorted_.size(); ++first) {
      for (std::size_t next = first + 1; next <= first + reach && next < sorted_.size(); ++next) {
        const std::uint64_t place = unordered ? 0 : 1 + std::min(first, kMostPosition);
        add(kind, mixed(mixed(mixed(kinds_[id], place), sorted_[first]), sorted_[next]));
      }
    }
  };
  add_pairs(FeatureKind::Siblings, labels_);
  add_pairs(FeatureKind::SiblingKinds, kinds_);
}

void TreeFeatures::add_subtree(NodeId id) {
  const formula::OperatorTree& tree = formula_->tree;
  add(FeatureKind::Subtree, subtrees_[id]);
  add(FeatureKind::SubtreeKind, subtree_kinds_[id]);
  if (depths_[id] >= kRenamedDepth) return;
  const NodeId begin = id + 1 - sizes_[id];
  std::uint32_t names = 0;
  std::uint64_t digest = 0;
  for (NodeId at = begin; at <= id; ++at) {
    if (formula_->is_name(at)) local_[formula_->names[at]] = formula::kNoName;
  }
  for (NodeId at = begin; at <= id; ++at) {
    std::uint64_t own = labels_[at];
    if (formula_->is_name(at)) {
      std::uint32_t& number = local_[formula_->names[at]];
      if (number == formula::kNoName) number = names++;
      own = mixed(kinds_[at], number);
    }
    digest = mixed(mixed(digest, own), tree.children(at).size());
  }
  add(FeatureKind::SubtreeRenamed, digest);
}

void TreeFeatures::read_nodes() {
  const formula::OperatorTree& tree = formula_->tree;
  for (NodeId id = 0; id < tree.node_count(); ++id) {
    add(FeatureKind::Label, labels_[id]);
    add(FeatureKind::Kind, kinds_[id]);
    if (formula_->is_name(id)) add(FeatureKind::Role, formula_->names[id]);
    add_way_from_above(id);
    if (tree.children(id).empty()) continue;
    add_siblings(id);
    add_subtree(id);
  }
}

void TreeFeatures::read(const CanonicalFormula& formula, std::span<const std::uint64_t> values,
                        std::vector<TreeFeature>& features) {
  formula_ = &formula;
  found_.clear();
  digest_nodes();
  read_nodes();
  for (const std::uint64_t value : values) add(FeatureKind::Value, value);
  std::ranges::sort(found_, {}, &TreeFeature::hash);
  features.clear();
  for (const TreeFeature& feature : found_) {
    if (!features.empty() && features.back().hash == feature.hash) {
      ++features.back().count;
    } else {
      features.push_back(feature);
    }
  }
}

std::string features_line(std::span<const TreeFeature> features) {
  std::string line;
  for (const TreeFeature& feature : features) {
    fmt::format_to(std::back_inserter(line), "{}{}:{:x}:{}", line.empty() ? "" : " ",
                   kFeatureKindNames[static_cast<std::size_t>(feature.kind)], feature.hash,
                   feature.count);
  }
  return line;
}

}  // namespace noether::embedding
