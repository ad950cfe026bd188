#include "noether/egraph/terms/term_graph.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace noether::egraph {

void TermGraphBuilder::add_node(std::uint32_t class_id, std::uint32_t symbol,
                                std::span<const std::uint32_t> children) {
  assert(class_id < class_count_);
  class_of_.push_back(class_id);
  symbols_.push_back(symbol);
  children_.insert(children_.end(), children.begin(), children.end());
  first_child_.push_back(static_cast<std::uint32_t>(children_.size()));
}

void TermGraphBuilder::reserve(std::size_t nodes, std::size_t children) {
  class_of_.reserve(nodes);
  symbols_.reserve(nodes);
  first_child_.reserve(nodes + 1);
  children_.reserve(children);
}

TermGraph TermGraphBuilder::build() const {
  assert(std::ranges::all_of(children_, [&](std::uint32_t c) { return c < class_count_; }));
  TermGraph graph;
  graph.first_node_.assign(class_count_ + 1, 0);
  for (const std::uint32_t class_id : class_of_) ++graph.first_node_[class_id + 1];
  std::partial_sum(graph.first_node_.begin(), graph.first_node_.end(), graph.first_node_.begin());

  // A counting sort by class that preserves the order in which the nodes of a class were added.
  std::vector<std::uint32_t> next(graph.first_node_.begin(), graph.first_node_.end() - 1);
  std::vector<std::uint32_t> order(symbols_.size());
  for (std::uint32_t node = 0; node < order.size(); ++node) order[next[class_of_[node]]++] = node;

  graph.symbols_.reserve(symbols_.size());
  graph.first_child_.reserve(first_child_.size());
  graph.first_child_.push_back(0);
  graph.children_.reserve(children_.size());
  for (const std::uint32_t node : order) {
    graph.symbols_.push_back(symbols_[node]);
    graph.children_.insert(graph.children_.end(), children_.begin() + first_child_[node],
                           children_.begin() + first_child_[node + 1]);
    graph.first_child_.push_back(static_cast<std::uint32_t>(graph.children_.size()));
  }
  return graph;
}

}  // namespace noether::egraph
