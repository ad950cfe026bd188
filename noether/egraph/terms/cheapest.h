// The cheapest term of every class, by a cost that the caller defines.
//
// Knuth's generalisation of Dijkstra's algorithm: classes are settled in the order of their costs,
// so every node is visited once for each of its children. The cost of a node must not be below the
// cost of any child, and must not fall when a child's cost rises.
//
// Among equally cheap terms, the one with fewer tokens is chosen, then the smaller symbol, then the
// smaller child classes, so the same graph gives the same terms. No class is used below itself,
// even if nodes cost nothing.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <ranges>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "noether/egraph/terms/term.h"
#include "noether/egraph/terms/term_graph.h"

namespace noether::egraph {

template <typename Cost>
class CheapestTerms {
 public:
  // Empty if the class has no finite term.
  const std::optional<Cost>& cost(std::uint32_t class_id) const { return best_[class_id].cost; }

  // Also empty if the term is longer than `max_tokens`: a shared class is written at each of its
  // uses, so the cheapest term of a small graph can be astronomically long.
  std::optional<Term> term(std::uint32_t class_id,
                           std::size_t max_tokens = std::size_t{1} << 20) const {
    if (!best_[class_id].cost || best_[class_id].tokens > max_tokens) return std::nullopt;
    Term term;
    std::vector<std::uint32_t> pending{class_id};
    while (!pending.empty()) {
      const std::uint32_t node = best_[pending.back()].node;
      pending.pop_back();
      const auto children = graph_.children(node);
      term.tokens.push_back({graph_.symbol(node), static_cast<std::uint32_t>(children.size())});
      for (const std::uint32_t child : std::views::reverse(children)) pending.push_back(child);
    }
    return term;
  }

 private:
  template <typename CostOfNode>
  friend auto cheapest_terms(const TermGraph& graph, CostOfNode&& cost_of);

  struct Best {
    std::optional<Cost> cost;
    std::uint64_t tokens = 0;  // saturates at 2^64 - 1
    std::uint32_t node = 0;
  };

  explicit CheapestTerms(const TermGraph& graph) : graph_(graph), best_(graph.class_count()) {}

  const TermGraph& graph_;
  std::vector<Best> best_;
};

// The number of tokens as a cost.
// NOLINTNEXTLINE(readability-identifier-naming): it is called like a function
inline constexpr auto term_size = [](std::uint32_t /*symbol*/,
                                     std::span<const std::uint64_t> children) {
  std::uint64_t size = 1;
  for (const std::uint64_t child : children) {
    if (__builtin_add_overflow(size, child, &size))
      return std::numeric_limits<std::uint64_t>::max();
  }
  return size;
};

namespace detail {

// The cost type of a function (symbol, span of costs) -> cost.
template <typename>
struct CostOf;
template <typename Function, typename Result, typename Cost>
struct CostOf<Result (Function::*)(std::uint32_t, std::span<const Cost>) const> {
  using Type = Cost;
};

// For each class, the nodes that have it as a child, once per occurrence.
class ParentNodes {
 public:
  explicit ParentNodes(const TermGraph& graph) : first_(graph.class_count() + 1, 0) {
    for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
      for (const std::uint32_t child : graph.children(node)) ++first_[child];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    parents_.resize(first_.back());
    for (std::uint32_t node = graph.node_count(); node-- > 0;) {
      for (const std::uint32_t child : graph.children(node)) parents_[--first_[child]] = node;
    }
  }
  std::span<const std::uint32_t> of(std::uint32_t class_id) const {
    return {parents_.data() + first_[class_id], parents_.data() + first_[class_id + 1]};
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> parents_;
};

}  // namespace detail

// `cost_of(symbol, costs of the children)` returns the cost of a node. `graph` must outlive the
// result.
template <typename CostOfNode>
auto cheapest_terms(const TermGraph& graph, CostOfNode&& cost_of) {
  using Cost =
      typename detail::CostOf<decltype(&std::remove_cvref_t<CostOfNode>::operator())>::Type;
  struct Candidate {
    Cost cost;
    std::uint64_t tokens;
    std::uint32_t node;
    std::uint32_t class_id;
  };
  const auto is_worse = [&](const Candidate& a, const Candidate& b) {
    if (b.cost < a.cost) return true;
    if (a.cost < b.cost) return false;
    const auto by_tokens =
        std::tuple(a.tokens, graph.symbol(a.node)) <=> std::tuple(b.tokens, graph.symbol(b.node));
    if (by_tokens != 0) return by_tokens > 0;
    const auto a_children = graph.children(a.node);
    const auto b_children = graph.children(b.node);
    if (!std::ranges::equal(a_children, b_children)) {
      return std::ranges::lexicographical_compare(b_children, a_children);
    }
    return b.node < a.node;
  };

  CheapestTerms<Cost> cheapest(graph);
  std::vector<std::uint32_t> class_of(graph.node_count());
  std::vector<std::uint32_t> missing(graph.node_count());
  std::priority_queue<Candidate, std::vector<Candidate>, decltype(is_worse)> queue(is_worse);
  std::vector<Cost> costs;
  const auto propose = [&](std::uint32_t node) {
    costs.clear();
    std::uint64_t tokens = 1;
    for (const std::uint32_t child : graph.children(node)) {
      costs.push_back(*cheapest.best_[child].cost);
      if (__builtin_add_overflow(tokens, cheapest.best_[child].tokens, &tokens)) {
        tokens = std::numeric_limits<std::uint64_t>::max();
      }
    }
    Cost cost = cost_of(graph.symbol(node), std::span<const Cost>(costs));
    assert(std::ranges::none_of(costs, [&](const Cost& child) { return cost < child; }));
    queue.push({std::move(cost), tokens, node, class_of[node]});
  };

  for (std::uint32_t c = 0; c < graph.class_count(); ++c) {
    for (const std::uint32_t node : graph.nodes(c)) {
      class_of[node] = c;
      missing[node] = static_cast<std::uint32_t>(graph.children(node).size());
      if (missing[node] == 0) propose(node);
    }
  }
  const detail::ParentNodes parents(graph);
  while (!queue.empty()) {
    const Candidate candidate = queue.top();
    queue.pop();
    auto& best = cheapest.best_[candidate.class_id];
    if (best.cost) continue;
    best = {candidate.cost, candidate.tokens, candidate.node};
    for (const std::uint32_t parent : parents.of(candidate.class_id)) {
      if (--missing[parent] == 0 && !cheapest.best_[class_of[parent]].cost) propose(parent);
    }
  }
  return cheapest;
}

}  // namespace noether::egraph
