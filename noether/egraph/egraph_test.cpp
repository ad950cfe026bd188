#include "noether/egraph/egraph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "noether/egraph/drawings.h"
#include "noether/egraph/invariants.h"

namespace noether::egraph {
namespace {

constexpr Symbol kX = 1, kY = 2, kF = 4, kG = 5, kH = 6;

TEST(EGraph, GivesEqualNodesOneClass) {
  EGraph<NoAnalysis> graph;
  const ClassId x = graph.add(kX, {});
  EXPECT_EQ(graph.add(kX, {}), x);
  const ClassId fx = graph.add(kF, {x});
  EXPECT_EQ(graph.add(kF, {x}), fx);
  EXPECT_NE(graph.add(kG, {x}), fx);
  EXPECT_EQ(graph.node_count(), 3U);
  EXPECT_EQ(graph.lookup(kF, std::vector{x}), fx);
  EXPECT_EQ(graph.lookup(kH, std::vector{x}), std::nullopt);
}

TEST(EGraph, TellsSymbolsOfDifferentArityApart) {
  EGraph<NoAnalysis> graph;
  const ClassId x = graph.add(kX, {});
  EXPECT_NE(graph.add(kF, {x, x, x}), graph.add(kF, {x, x, x, x}));
  EXPECT_NE(graph.add(kF, {x}), graph.add(kF, {x, x}));
}

TEST(EGraph, ClosesCongruenceUpward) {
  for (const std::size_t arity : {1U, 2U, 3U, 5U}) {
    EGraph<NoAnalysis> graph;
    const ClassId x = graph.add(kX, {});
    const ClassId y = graph.add(kY, {});
    const ClassId fx = graph.add(kF, std::vector(arity, x));
    const ClassId fy = graph.add(kF, std::vector(arity, y));
    const ClassId gfx = graph.add(kG, {fx});
    const ClassId gfy = graph.add(kG, {fy});
    EXPECT_TRUE(graph.unite(x, y, Reason::given()));
    EXPECT_FALSE(graph.unite(x, y, Reason::given()));
    graph.rebuild();
    EXPECT_EQ(graph.find(gfx), graph.find(gfy));
    EXPECT_EQ(graph.class_count(), 3U);
    EXPECT_EQ(graph.node_count(), 4U);
    EXPECT_EQ(find_broken_invariant(graph), "");
  }
}

TEST(EGraph, IsAsNewAfterClear) {
  EGraph<NoAnalysis> graph;
  const auto build = [&] {
    const ClassId x = graph.add(kX, {});
    graph.unite(x, graph.add(kF, {x, graph.add(kY, {})}), Reason::given());
    graph.rebuild();
    return digest_of(graph);
  };
  const base::Digest first = build();
  graph.clear();
  EXPECT_EQ(graph.node_count(), 0U);
  EXPECT_EQ(build(), first);
}

TEST(EGraph, KeepsItsInvariantsUnderRandomUnions) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<ClassId>(random() % n); };
    EGraph<NoAnalysis> graph;
    for (int step = 0; step < 60; ++step) {
      const std::uint32_t ids = graph.id_count();
      if (ids < 3 || below(3) > 0) {
        std::vector<ClassId> children;
        const std::size_t arity = ids == 0 ? 0 : below(4);
        while (children.size() < arity) {
          children.push_back(below(ids));
        }
        graph.add(below(3), children);
      } else {
        const ClassId one = below(ids);
        const ClassId other = below(ids);
        graph.unite(one, other, Reason::given());
      }
      if (below(10) == 0) {
        graph.rebuild();
        ASSERT_EQ(find_broken_invariant(graph), "");
      }
    }
    graph.rebuild();
    ASSERT_EQ(find_broken_invariant(graph), "");
  }
}

// Symbols below 10 are numbers; kF adds modulo 10. A class with a known number cannot be merged
// with another number.
struct Addition {
  using Data = std::optional<Symbol>;
  static constexpr Symbol kPlus = 100;

  static Data make(const EGraph<Addition>& graph, const NodeView& node) {
    if (node.symbol < 10) return node.symbol;
    if (node.symbol != kPlus) return std::nullopt;
    const Data& a = graph.data(node.children[0]);
    const Data& b = graph.data(node.children[1]);
    if (!a || !b) return std::nullopt;
    return (*a + *b) % 10;
  }
  static bool compatible(const Data& a, const Data& b) { return !a || !b || *a == *b; }
  static MergeChange merge(Data& into, Data& from) {
    const MergeChange change{!into && from, into && !from};
    if (!into) into = from;
    return change;
  }
  static void modify(EGraph<Addition>& graph, ClassId id) {
    const Data value = graph.data(id);
    if (!value) return;
    graph.unite(id, graph.add(*value, {}), Reason::analysis(7));
    graph.prune_to_leaves(id);
  }
  static bool holds(const EGraph<Addition>&, std::uint32_t, std::span<const ClassId>) {
    return true;
  }
};

TEST(Analysis, FoldsConstantsUpwardAndKeepsOnlyLeaves) {
  EGraph<Addition> graph;
  const ClassId x = graph.add(50, {});
  const ClassId sum = graph.add(Addition::kPlus, {graph.add(Addition::kPlus, {x, x}), x});
  EXPECT_FALSE(graph.data(sum));
  graph.unite(x, graph.add(4, {}), Reason::given());
  graph.rebuild();
  EXPECT_EQ(graph.data(sum), 2U);
  EXPECT_EQ(graph.find(sum), graph.lookup(2, {}));
  // 8 and 2 have lost their sums; 4 keeps the name 50.
  EXPECT_EQ(graph.node_count(), 4U);
  EXPECT_EQ(find_broken_invariant(graph), "");
  // Hidden nodes can still be found.
  EXPECT_EQ(graph.lookup(Addition::kPlus, std::vector{x, x}), graph.lookup(8, {}));
}

TEST(Analysis, RefusesAUnionThatTheGuardForbids) {
  EGraph<Addition> graph;
  const ClassId one = graph.add(1, {});
  const ClassId two = graph.add(2, {});
  graph.rebuild();
  const base::Digest before = digest_of(graph);
  EXPECT_FALSE(graph.unite(one, two, Reason::rule(12)));
  graph.rebuild();
  EXPECT_EQ(digest_of(graph), before);
  EXPECT_EQ(graph.refusal_count(), 1U);
  EXPECT_EQ(graph.refusals().front().reason, Reason::rule(12));
}

TEST(Analysis, RefusesACongruenceThatTheGuardForbids) {
  EGraph<Addition> graph;
  const ClassId x = graph.add(50, {});
  const ClassId y = graph.add(51, {});
  const ClassId gx = graph.add(kG + 50, {x});
  const ClassId gy = graph.add(kG + 50, {y});
  graph.unite(gx, graph.add(1, {}), Reason::given());
  graph.unite(gy, graph.add(2, {}), Reason::given());
  graph.unite(x, y, Reason::given());
  graph.rebuild();
  EXPECT_NE(graph.find(gx), graph.find(gy));
  EXPECT_EQ(graph.data(gx), 1U);
  EXPECT_EQ(graph.data(gy), 2U);
  EXPECT_EQ(graph.refusal_count(), 1U);
  EXPECT_EQ(graph.refusals().front().reason, Reason::congruence());
  EXPECT_EQ(find_broken_invariant(graph), "");
}

TEST(Dot, DrawsClassesAsBoxes) {
  EGraph<NoAnalysis> graph;
  const ClassId x = graph.add(kX, {});
  graph.unite(x, graph.add(kF, {x, graph.add(kY, {})}), Reason::given());
  graph.rebuild();
  EXPECT_EQ(to_dot(graph, [](Symbol symbol) { return "s\"" + std::to_string(symbol); }),
            "digraph egraph {\n"
            "  compound=true\n"
            "  clusterrank=local\n"
            "  subgraph cluster_0 {\n"
            "    style=dotted\n"
            "    n0[label=\"s\\\"1\"]\n"
            "    n2[label=\"s\\\"4\"]\n"
            "  }\n"
            "  subgraph cluster_1 {\n"
            "    style=dotted\n"
            "    n1[label=\"s\\\"2\"]\n"
            "  }\n"
            "  n2 -> n0[lhead=cluster_0, label=1]\n"
            "  n2 -> n1[lhead=cluster_1, label=2]\n"
            "}\n");
}

}  // namespace
}  // namespace noether::egraph
