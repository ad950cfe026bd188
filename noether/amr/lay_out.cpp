// Converts between a tree as PENMAN writes it and the graph that it means.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "noether/amr/penman.h"
#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

using EdgeId = std::uint32_t;
constexpr EdgeId kNoEdge = std::numeric_limits<EdgeId>::max();

// Chooses the edge behind which each node is written. The edges form a tree that reaches all nodes
// from the root.
class SpanningTree {
 public:
  explicit SpanningTree(const Graph& graph)
      : graph_(graph),
        out_(graph.nodes.size()),
        in_(graph.nodes.size()),
        edge_to_(graph.nodes.size(), kNoEdge),
        is_reached_(graph.nodes.size()) {
    for (EdgeId e = 0; e < graph.edges.size(); ++e) {
      const Edge& edge = graph.edges[e];
      if (edge.is_attribute()) continue;
      out_[edge.source].push_back(e);
      in_[edge.target].push_back(e);
    }
    reach(graph.root, kNoEdge);
    // Follows edges in reverse, in order.
    while (!backward_.empty()) {
      const EdgeId e = backward_.top();
      backward_.pop();
      if (!is_reached_[graph.edges[e].source]) reach(graph.edges[e].source, e);
    }
  }

  bool is_reached(NodeId node) const { return is_reached_[node]; }
  // Whether `node` is written behind this edge.
  bool leads_to(EdgeId e, NodeId node) const { return edge_to_[node] == e; }
  // Whether the edge is written at its target, with the inverse role.
  bool is_backward(EdgeId e) const {
    const Edge& edge = graph_.edges[e];
    return !edge.is_attribute() && leads_to(e, edge.source);
  }

 private:
  // Reaches the node and everything to which edges lead from it, depth first in the order of the
  // edges.
  void reach(NodeId start, EdgeId behind) {
    struct Place {
      NodeId node;
      std::size_t next;
    };
    std::vector<Place> open;
    const auto visit = [&](NodeId node, EdgeId edge) {
      is_reached_[node] = true;
      edge_to_[node] = edge;
      for (const EdgeId e : in_[node]) {
        if (!is_reached_[graph_.edges[e].source]) backward_.push(e);
      }
      open.push_back({node, 0});
    };
    visit(start, behind);
    while (!open.empty()) {
      Place& place = open.back();
      if (place.next == out_[place.node].size()) {
        open.pop_back();
        continue;
      }
      const EdgeId e = out_[place.node][place.next++];
      const NodeId target = graph_.edges[e].target;
      if (!is_reached_[target]) visit(target, e);
    }
  }

  const Graph& graph_;
  std::vector<std::vector<EdgeId>> out_;
  std::vector<std::vector<EdgeId>> in_;
  std::vector<EdgeId> edge_to_;
  std::vector<bool> is_reached_;
  std::priority_queue<EdgeId, std::vector<EdgeId>, std::greater<>> backward_;
};

// Rejects names that PENMAN cannot write, or would read as something else.
base::Result<void> check_names(const Graph& graph) {
  std::unordered_set<std::string_view> variables;
  for (const Node& node : graph.nodes) {
    if (!node.variable.empty() && !is_variable(node.variable)) {
      return base::fail(fmt::format("'{}' cannot be a variable", node.variable));
    }
    if (!node.variable.empty() && !variables.insert(node.variable).second) {
      return base::fail(fmt::format("two nodes have the variable {}", node.variable));
    }
    if (!is_value(node.concept_name)) {
      return base::fail(fmt::format("'{}' cannot be a concept", node.concept_name), {},
                        "a concept with blanks or brackets is put in quotes");
    }
  }
  for (const Edge& edge : graph.edges) {
    if (edge.source >= graph.nodes.size() ||
        (!edge.is_attribute() && edge.target >= graph.nodes.size())) {
      return base::fail(fmt::format("an edge :{} of a missing node", edge.role));
    }
    if (!is_role(edge.role)) {
      return base::fail(fmt::format("'{}' cannot be a role", edge.role));
    }
    if (edge.is_attribute() && !is_value(edge.constant)) {
      return base::fail(fmt::format("'{}' cannot be the value of :{}", edge.constant, edge.role),
                        {}, "a text is put in quotes");
    }
    if (edge.is_attribute() && variables.contains(edge.constant)) {
      return base::fail(
          fmt::format("the value {} of :{} is also a variable", edge.constant, edge.role));
    }
  }
  return {};
}

// Names variables by the first letter of a concept, then by the letter with numbers from 2.
class VariableNames {
 public:
  explicit VariableNames(const Graph& graph) {
    for (const Node& node : graph.nodes) used_.insert(node.variable);
    for (const Edge& edge : graph.edges) used_.insert(edge.constant);
  }

  std::string make(std::string_view concept_name) {
    const std::string lower = base::lowered(concept_name);
    const auto found = std::ranges::find_if(lower, base::is_letter);
    const char letter = found == lower.end() ? 'x' : *found;
    std::size_t& count = counts_[static_cast<std::size_t>(letter - 'a')];
    while (true) {
      ++count;
      std::string name = count == 1 ? std::string(1, letter) : fmt::format("{}{}", letter, count);
      if (used_.insert(name).second) return name;
    }
  }

 private:
  std::unordered_set<std::string> used_;
  std::array<std::size_t, 26> counts_{};
};

}  // namespace

Graph graph_of(const PenmanTree& tree) {
  Graph graph;
  for (const PenmanTree::Node& node : tree.nodes) {
    graph.add_node(node.concept_name, node.variable);
  }
  // Follows the order of the text: a node's branches continue after those of its children.
  struct Place {
    NodeId node;
    std::size_t next;
  };
  std::vector<Place> open;
  if (!tree.nodes.empty()) open.push_back({0, 0});
  while (!open.empty()) {
    Place& place = open.back();
    const NodeId source = place.node;
    if (place.next == tree.nodes[source].branches.size()) {
      open.pop_back();
      continue;
    }
    const PenmanTree::Branch& branch = tree.nodes[source].branches[place.next++];
    if (branch.kind == PenmanTree::Target::Constant) {
      graph.add_attribute(source, branch.role, branch.constant);
    } else {
      // A role inverted twice is not inverted.
      NodeId from = source;
      NodeId to = branch.node;
      std::string_view role = branch.role;
      for (; is_inverted(role); std::swap(from, to)) role.remove_suffix(kInverse.size());
      graph.add_relation(from, std::string(role), to);
    }
    if (branch.kind == PenmanTree::Target::Node) open.push_back({branch.node, 0});
  }
  return graph;
}

base::Result<PenmanTree> lay_out(const Graph& graph, std::vector<NodeId>* places) {
  if (graph.root >= graph.nodes.size()) return base::fail("a graph without nodes or root");
  if (auto checked = check_names(graph); !checked) return std::unexpected(checked.error());
  const SpanningTree spanning(graph);
  for (NodeId node = 0; node < graph.nodes.size(); ++node) {
    if (spanning.is_reached(node)) continue;
    return base::fail(fmt::format("no edges connect the node {} / {} with the root",
                                  graph.nodes[node].variable, graph.nodes[node].concept_name));
  }

  // The branches of each node in the order of their edges, and the nodes in the order of the text.
  std::vector<std::vector<EdgeId>> branches(graph.nodes.size());
  for (EdgeId e = 0; e < graph.edges.size(); ++e) {
    const Edge& edge = graph.edges[e];
    branches[spanning.is_backward(e) ? edge.target : edge.source].push_back(e);
  }
  PenmanTree tree;
  tree.nodes.reserve(graph.nodes.size());
  VariableNames names(graph);
  std::vector<NodeId> place_in_tree(graph.nodes.size(), kNoNode);
  struct Place {
    NodeId node;
    std::size_t next;
  };
  std::vector<Place> open;
  const auto open_node = [&](NodeId id) {
    const Node& node = graph.nodes[id];
    place_in_tree[id] = static_cast<NodeId>(tree.nodes.size());
    tree.nodes.push_back({node.variable.empty() ? names.make(node.concept_name) : node.variable,
                          node.concept_name,
                          {},
                          {}});
    open.push_back({id, 0});
    return open.size() <= kMaxDepth;
  };
  open_node(graph.root);
  while (!open.empty()) {
    Place& place = open.back();
    const NodeId id = place.node;
    if (place.next == branches[id].size()) {
      open.pop_back();
      continue;
    }
    const EdgeId e = branches[id][place.next++];
    const Edge& edge = graph.edges[e];
    PenmanTree::Branch branch{edge.role,     {}, PenmanTree::Target::Constant, kNoNode,
                              edge.constant, {}};
    PenmanTree::Node& written = tree.nodes[place_in_tree[id]];
    if (edge.is_attribute()) {
      written.branches.push_back(std::move(branch));
      continue;
    }
    const NodeId other = spanning.is_backward(e) ? edge.source : edge.target;
    if (spanning.is_backward(e)) branch.role = inverse_role(edge.role);
    const bool is_child = spanning.leads_to(e, other);
    branch.kind = is_child ? PenmanTree::Target::Node : PenmanTree::Target::Reference;
    // A reference may precede its node, so it holds the number in the graph until all places are
    // known.
    branch.node = other;
    written.branches.push_back(std::move(branch));
    if (is_child && !open_node(other)) {
      return base::fail(fmt::format("more than {} brackets inside one another", kMaxDepth));
    }
  }
  for (PenmanTree::Node& node : tree.nodes) {
    for (PenmanTree::Branch& branch : node.branches) {
      if (branch.node != kNoNode) branch.node = place_in_tree[branch.node];
    }
  }
  if (places != nullptr) *places = std::move(place_in_tree);
  return tree;
}

}  // namespace noether::amr
