// What the term algorithms read of an e-graph: its classes and nodes as they are now, packed.
//
// Classes are 0..class_count()-1. The nodes of a class, and the children of a node, stand together
// in memory, so that an algorithm over all nodes is a walk over two arrays. A graph never changes:
// TermGraphBuilder makes it, or `snapshot` (snapshot.h) from an e-graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <vector>

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

}  // namespace noether::egraph
