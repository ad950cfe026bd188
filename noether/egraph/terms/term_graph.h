// The input of the term algorithms: a packed copy of the classes and nodes of an e-graph.
//
// Classes are 0..class_count()-1. The nodes of a class, and the children of a node, are adjacent in
// memory, so an algorithm over all nodes scans two arrays. A graph never changes. TermGraphBuilder
// makes one, and `snapshot` makes one from an e-graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "noether/egraph/ids.h"

namespace noether::egraph {

class TermGraph {
 public:
  std::uint32_t class_count() const { return static_cast<std::uint32_t>(first_node_.size() - 1); }
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(symbols_.size()); }

  // The numbers of the nodes of a class; node numbers ascend with the class.
  auto nodes(std::uint32_t class_id) const {
    return std::views::iota(first_node_[class_id], first_node_[class_id + 1]);
  }
  std::uint32_t symbol(std::uint32_t node) const { return symbols_[node]; }
  std::span<const std::uint32_t> children(std::uint32_t node) const {
    return {children_.data() + first_child_[node], children_.data() + first_child_[node + 1]};
  }

 private:
  friend class TermGraphBuilder;
  TermGraph() = default;

  std::vector<std::uint32_t> first_node_;   // by class, and one past the last
  std::vector<std::uint32_t> symbols_;      // by node
  std::vector<std::uint32_t> first_child_;  // by node, and one past the last
  std::vector<std::uint32_t> children_;     // classes
};

class TermGraphBuilder {
 public:
  std::uint32_t add_class() { return class_count_++; }
  // Children may be classes that are added later, as long as they exist when the graph is built.
  void add_node(std::uint32_t class_id, std::uint32_t symbol,
                std::span<const std::uint32_t> children);
  void add_node(std::uint32_t class_id, std::uint32_t symbol,
                std::initializer_list<std::uint32_t> children = {}) {
    add_node(class_id, symbol, std::span(children.begin(), children.size()));
  }
  void reserve(std::size_t nodes, std::size_t children);

  TermGraph build() const;

 private:
  std::uint32_t class_count_ = 0;
  std::vector<std::uint32_t> class_of_;  // by node, in the order they were added
  std::vector<std::uint32_t> symbols_;
  std::vector<std::uint32_t> first_child_{0};
  std::vector<std::uint32_t> children_;
};

// A TermGraph of the classes reachable from one class of an e-graph, numbered in breadth-first
// order, so that the root is class 0.
//
// Nodes that the e-graph keeps apart from a congruent one (its guard refused to merge their
// classes) are left out: a form must be in one class only, or the merging of twins in grammar.cpp
// would undo the guard's decision.
struct Snapshot {
  static constexpr std::uint32_t kRoot = 0;

  TermGraph graph;
  std::vector<ClassId> class_ids;  // in the e-graph, by class of the snapshot
};

// `EGraph` must be rebuilt, and have `find`, `for_each_node`, `is_kept_apart` and `id_count` as
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

// The definition of wanted terms, which counting, enumeration and sampling share.
//
// Twins are terms that differ only in the order of the arguments of commutative symbols, at any
// depth; one of each set of twins is wanted. Padding is a redundant part of a term, such as the 1
// in x*1: a term is unwanted if one of its subterms has the leaf `leaf` itself as the argument at
// `position`. (x * (2 - 1) is wanted: only the literal leaf is padding.)
struct Padding {
  std::uint32_t symbol = 0;
  std::uint32_t position = 0;  // of the argument, from 0
  std::uint32_t leaf = 0;

  friend auto operator<=>(const Padding&, const Padding&) = default;
};

struct TermRules {
  std::vector<std::uint32_t>
      commutative;  // symbols; it is their use with two arguments that counts
  // A padding rule for one argument of a commutative symbol holds for the other too.
  std::vector<Padding> padding;

  bool is_commutative(std::uint32_t symbol) const {
    return std::ranges::find(commutative, symbol) != commutative.end();
  }
};

}  // namespace noether::egraph
