// What an e-graph knows about each of its classes, and what it must never merge.
//
// An analysis gives every class a value of its type Data. It is told of nodes and unions, and keeps
// the invariant: the data of a class is what all of its nodes together say (egg's e-class
// analyses).
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "noether/egraph/ids.h"

namespace noether::egraph {

// Which of the two sides of a merge now says something else than before.
struct MergeChange {
  bool into = false;
  bool from = false;
};

template <typename A>
class EGraph;

template <typename A>
concept Analysis =
    requires(A analysis, const A& constant, EGraph<A>& graph, const EGraph<A>& constant_graph,
             const NodeView& node, typename A::Data& into, typename A::Data& from,
             const typename A::Data& a, const typename A::Data& b, ClassId id,
             std::uint32_t condition, std::span<const ClassId> bindings) {
      // What a node says about the class that holds it, from the data of its children.
      { analysis.make(constant_graph, node) } -> std::convertible_to<typename A::Data>;
      // The guard: whether the two may describe one class. When not, the union is refused and
      // reported.
      { constant.compatible(a, b) } -> std::convertible_to<bool>;
      // Joins what is known on both sides, which are compatible, into the first.
      { analysis.merge(into, from) } -> std::convertible_to<MergeChange>;
      // Called when the class is new or its data or nodes changed; may add nodes, unite and prune.
      // Doing it twice must be doing it once.
      { analysis.modify(graph, id) };
      // Whether the side condition of a rule holds for what its variables are bound to.
      { analysis.holds(constant_graph, condition, bindings) } -> std::convertible_to<bool>;
    };

// Knows nothing and allows everything.
struct NoAnalysis {
  struct Data {};

  static Data make(const EGraph<NoAnalysis>&, const NodeView&) { return {}; }
  static bool compatible(const Data&, const Data&) { return true; }
  static MergeChange merge(Data&, const Data&) { return {}; }
  static void modify(EGraph<NoAnalysis>&, ClassId) {}
  static bool holds(const EGraph<NoAnalysis>&, std::uint32_t, std::span<const ClassId>) {
    return true;
  }
};

}  // namespace noether::egraph
