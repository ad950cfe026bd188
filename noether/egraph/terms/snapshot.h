// A TermGraph from an e-graph: what can be reached from one class, numbered in the order in which a
// breadth-first walk meets it, so that the root is class 0.
//
// Nodes that the e-graph keeps apart from a congruent one (its guard refused to merge their
// classes) are left out: a form must be in one class only, or the merging in twin_closure.h would
// undo the guard's decision.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "noether/egraph/ids.h"
#include "noether/egraph/terms/term_graph.h"

namespace noether::egraph {

struct Snapshot {
  static constexpr std::uint32_t kRoot = 0;

  TermGraph graph;
  std::vector<ClassId> class_ids;  // in the e-graph, by class of the snapshot
};

// `EGraph` is rebuilt, and has `find`, `for_each_node`, `is_kept_apart` and `id_count` as
// EGraphCore has.
template <typename EGraph>
Snapshot snapshot(const EGraph& egraph, ClassId root) {
  TermGraphBuilder builder;
  std::vector<ClassId> class_ids;
  std::vector<std::uint32_t> number_of(egraph.id_count(), kNoId);
  const auto number = [&](ClassId id) {
    std::uint32_t& known = number_of[egraph.find(id)];
    if (known == kNoId) {
      known = builder.add_class();
      class_ids.push_back(egraph.find(id));
    }
    return known;
  };
  number(root);
  std::vector<std::uint32_t> children;
  for (std::uint32_t c = 0; c < class_ids.size(); ++c) {
    egraph.for_each_node(class_ids[c], [&](NodeId node, const NodeView& view) {
      if (egraph.is_kept_apart(node)) return;
      children.clear();
      for (const ClassId child : view.children) children.push_back(number(child));
      builder.add_node(c, view.symbol, children);
    });
  }
  return {builder.build(), std::move(class_ids)};
}

}  // namespace noether::egraph
