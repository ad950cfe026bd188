#include "noether/amr/draw/matched_parts.h"

#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "noether/amr/smatch/triples.h"

namespace noether::amr {
namespace {

// Source, role, and either the target or the value of an attribute.
using NormalTriple = std::tuple<NodeId, std::string, NodeId, std::string>;

NormalTriple normal_triple(NodeId source, const PenmanTree::Branch& branch) {
  std::string role = compared_name(branch.role);
  if (branch.kind == PenmanTree::Target::Constant) {
    return {source, std::move(role), kNoNode, compared_name(branch.constant)};
  }
  NodeId target = branch.node;
  for (; is_inverted(role); std::swap(source, target)) {
    role.resize(role.size() - kInverse.size());
  }
  if (role == "mod") return {target, "domain", source, {}};
  return {source, role, target, {}};
}

}  // namespace

MatchedParts matched_parts(const PenmanTree& tree, const PenmanTree& other,
                           std::span<const NodeId> partners) {
  std::set<NormalTriple> others;
  for (NodeId node = 0; node < other.nodes.size(); ++node) {
    for (const auto& branch : other.nodes[node].branches)
      others.insert(normal_triple(node, branch));
  }
  const auto partner_of = [&](NodeId node) {
    const NodeId partner = node < partners.size() ? partners[node] : kNoNode;
    return partner < other.nodes.size() ? partner : kNoNode;
  };
  MatchedParts matched;
  for (NodeId node = 0; node < tree.nodes.size(); ++node) {
    const NodeId partner = partner_of(node);
    const bool is_same = partner != kNoNode && compared_name(tree.nodes[node].concept_name) ==
                                                   compared_name(other.nodes[partner].concept_name);
    matched.partners.push_back(is_same ? partner : kNoNode);
    if (is_same) ++matched.concepts;
    std::vector<bool>& branches = matched.branches.emplace_back();
    for (const PenmanTree::Branch& branch : tree.nodes[node].branches) {
      auto [source, role, target, value] = normal_triple(node, branch);
      source = partner_of(source);
      const bool is_relation = target != kNoNode;
      if (is_relation) target = partner_of(target);
      const bool is_paired = source != kNoNode && (!is_relation || target != kNoNode);
      branches.push_back(is_paired && others.contains({source, role, target, value}));
      if (branches.back()) ++matched.relations;
    }
  }
  return matched;
}

}  // namespace noether::amr
