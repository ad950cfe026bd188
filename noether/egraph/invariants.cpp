#include "noether/egraph/invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "noether/egraph/core.h"

namespace noether::egraph {
namespace {

using Form = std::pair<Symbol, std::vector<ClassId>>;

// Every path to a leader is shorter than the number of ids, so there is no cycle.
std::string check_union_find(const EGraphCore& graph) {
  std::size_t leaders = 0;
  graph.for_each_class([&](ClassId) { ++leaders; });
  if (leaders != graph.class_count()) {
    return fmt::format("{} classes lead, {} are counted", leaders, graph.class_count());
  }
  for (NodeId id = 0; id < graph.id_count(); ++id) {
    if (!graph.is_class(graph.find(id))) return fmt::format("id {} finds no leader", id);
  }
  return {};
}

std::string check_congruence(const EGraphCore& graph) {
  std::map<Form, NodeId> seen;
  for (NodeId id = 0; id < graph.id_count(); ++id) {
    if (!graph.is_live(id)) continue;
    const NodeView node = graph.view(id);
    for (const ClassId child : node.children) {
      if (!graph.is_class(child)) return fmt::format("node {} has a stale child {}", id, child);
    }
    if (graph.is_kept_apart(id)) continue;
    Form form(node.symbol, {node.children.begin(), node.children.end()});
    const auto [at, is_new] = seen.emplace(std::move(form), id);
    if (!is_new) return fmt::format("nodes {} and {} have the same form", at->second, id);
    const auto found = graph.lookup(node.symbol, node.children);
    if (!found) return fmt::format("node {} is not hash-consed", id);
    if (*found != graph.find(id)) return fmt::format("node {} is hash-consed in {}", id, *found);
  }
  return {};
}

std::string check_parents(const EGraphCore& graph) {
  std::vector<std::size_t> expected(graph.id_count());
  for (NodeId id = 0; id < graph.id_count(); ++id) {
    if (!graph.is_live(id)) continue;
    for (const ClassId child : graph.view(id).children) ++expected[child];
  }
  std::string broken;
  graph.for_each_class([&](ClassId id) {
    std::size_t parents = 0;
    graph.for_each_parent(id, [&](NodeId parent) {
      ++parents;
      if (std::ranges::count(graph.view(parent).children, id) == 0 && broken.empty()) {
        broken = fmt::format("node {} is not a parent of class {}", parent, id);
      }
    });
    if (parents != expected[id] && broken.empty()) {
      broken = fmt::format("class {} has {} parents, lists {}", id, expected[id], parents);
    }
  });
  return broken;
}

std::string check_rings(const EGraphCore& graph) {
  std::size_t visible = 0;
  std::string broken;
  graph.for_each_class([&](ClassId id) {
    std::size_t nodes = 0;
    graph.for_each_node(id, [&](NodeId node, const NodeView&) {
      ++nodes;
      if (graph.find(node) != id && broken.empty()) {
        broken = fmt::format("node {} stands in the ring of class {}", node, id);
      }
    });
    if (nodes == 0 && broken.empty()) broken = fmt::format("class {} has no visible node", id);
    visible += nodes;
  });
  if (broken.empty() && visible != graph.node_count()) {
    return fmt::format("{} nodes stand in rings, {} are counted", visible, graph.node_count());
  }
  return broken;
}

}  // namespace

std::string find_broken_invariant(const EGraphCore& graph) {
  for (const auto check : {check_union_find, check_congruence, check_parents, check_rings}) {
    if (std::string broken = check(graph); !broken.empty()) return broken;
  }
  return {};
}

base::Digest digest_of(const EGraphCore& graph) {
  base::Hasher hasher;
  hasher.add_number(graph.id_count());
  for (NodeId id = 0; id < graph.id_count(); ++id) {
    hasher.add_number(graph.find(id));
    hasher.add_number((graph.is_live(id) ? 1U : 0U) | (graph.is_visible(id) ? 2U : 0U));
    if (!graph.is_live(id)) continue;
    const NodeView node = graph.view(id);
    hasher.add_number(node.symbol);
    hasher.add_number(node.children.size());
    for (const ClassId child : node.children) hasher.add_number(child);
  }
  return hasher.digest();
}

}  // namespace noether::egraph
