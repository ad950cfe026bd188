#include "noether/egraph/terms/cheapest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "noether/base/sanitized.h"
#include "noether/egraph/terms/brute_force_for_test.h"

namespace noether::egraph {
namespace {

using testing::BruteForce;
using testing::random_graph;

// Costs that differ by symbol, and leaves that cost more than some operators.
constexpr auto kWeighted = [](std::uint32_t symbol, std::span<const std::uint64_t> children) {
  std::uint64_t cost = 1 + symbol * 7 % 5;
  for (const std::uint64_t child : children) cost += child;
  return cost;
};

constexpr auto kDepth = [](std::uint32_t /*symbol*/, std::span<const int> children) {
  int deepest = 0;
  for (const int child : children) deepest = std::max(deepest, child);
  return deepest + 1;
};

template <typename Cost>
Cost cost_of(const Term& term, auto cost, std::size_t& position) {
  const TermToken token = term.tokens[position++];
  std::vector<Cost> children;
  for (std::uint32_t i = 0; i < token.arity; ++i) {
    children.push_back(cost_of<Cost>(term, cost, position));
  }
  return cost(token.symbol, std::span<const Cost>(children));
}

template <typename Cost>
void expect_no_cheaper_term(const TermGraph& graph, auto cost) {
  constexpr std::uint32_t kMaxSize = 7;
  const BruteForce brute_force(graph, kMaxSize);
  const CheapestTerms<Cost> cheapest = cheapest_terms(graph, cost);
  for (std::uint32_t c = 0; c < graph.class_count(); ++c) {
    if (cheapest.cost(c)) {
      const Term term = cheapest.term(c).value();
      std::size_t position = 0;
      ASSERT_EQ(cost_of<Cost>(term, cost, position), *cheapest.cost(c));
      if (term.size() <= kMaxSize) {
        ASSERT_TRUE(
            brute_force.wanted(c, static_cast<std::uint32_t>(term.size()), {}).contains(term));
      }
    }
    for (std::uint32_t size = 1; size <= kMaxSize; ++size) {
      for (const Term& term : brute_force.wanted(c, size, {})) {
        std::size_t position = 0;
        ASSERT_TRUE(cheapest.cost(c).has_value());
        ASSERT_LE(*cheapest.cost(c), cost_of<Cost>(term, cost, position));
      }
    }
  }
}

TEST(CheapestTerms, AreNotBeatenByAnyTermOfRandomGraphs) {
  const std::uint64_t graphs = base::kSanitized ? 40 : 200;
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TermGraph graph = random_graph(seed);
    expect_no_cheaper_term<std::uint64_t>(graph, term_size);
    expect_no_cheaper_term<std::uint64_t>(graph, kWeighted);
    expect_no_cheaper_term<int>(graph, kDepth);
  }
}

TEST(CheapestTerms, PreferFewerTokensThenSmallerSymbolsAmongEquallyCheap) {
  TermGraphBuilder builder;
  const std::uint32_t root = builder.add_class();
  const std::uint32_t x = builder.add_class();
  builder.add_node(root, 4, {root});
  builder.add_node(root, 6, {x, x});
  builder.add_node(root, 5, {x, x});
  builder.add_node(root, 9, {x});
  builder.add_node(root, 8, {x});
  builder.add_node(x, 0);
  const TermGraph graph = builder.build();
  const auto cheapest =
      cheapest_terms(graph, [](std::uint32_t, std::span<const int>) { return 0; });
  EXPECT_EQ(cheapest.term(root), (Term{{{8, 1}, {0, 0}}}));
}

TEST(CheapestTerms, AreNothingForAClassWithoutFiniteTerms) {
  TermGraphBuilder builder;
  const std::uint32_t a = builder.add_class();
  builder.add_node(a, 4, {a});
  const TermGraph graph = builder.build();
  const auto cheapest = cheapest_terms(graph, term_size);
  EXPECT_EQ(cheapest.cost(a), std::nullopt);
  EXPECT_EQ(cheapest.term(a), std::nullopt);
}

TEST(CheapestTerms, AreNotWrittenWhenTheyAreAstronomical) {
  // A tower of doublings: 2^101 - 1 tokens.
  TermGraphBuilder builder;
  std::uint32_t top = builder.add_class();
  builder.add_node(top, 0);
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t next = builder.add_class();
    builder.add_node(next, 5, {top, top});
    top = next;
  }
  const TermGraph graph = builder.build();
  const auto cheapest = cheapest_terms(graph, kDepth);
  EXPECT_EQ(cheapest.cost(top), 101);
  EXPECT_EQ(cheapest.term(top), std::nullopt);
}

}  // namespace
}  // namespace noether::egraph
