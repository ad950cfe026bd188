// Measures how many pairs of graphs Smatch compares in a second, on the banks of NOETHER_DATA
// (default ../shared/data). No parser is needed: a predicted graph is the gold graph with mistakes
// in a fifth of its concepts and relations, or simply the graph of the next sentence.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "noether/amr/bank.h"
#include "noether/amr/shared_data.h"
#include "noether/amr/smatch/match_problem.h"
#include "noether/amr/smatch/smatch.h"

namespace noether::amr {
namespace {

using GraphPairs = std::vector<std::pair<Graph, Graph>>;

std::vector<Graph> graphs_of(const char* name) {
  const std::ifstream file(shared_data() / "amr" / name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  std::vector<Graph> graphs;
  const auto entries = read_bank(text.str());
  if (!entries) return graphs;
  for (const BankEntry& entry : *entries) graphs.push_back(graph_of(entry.tree));
  return graphs;
}

Graph with_mistakes(Graph graph, std::mt19937& random) {
  for (Node& node : graph.nodes) {
    if (random() % 5 == 0) node.concept_name = "thing";
  }
  for (Edge& edge : graph.edges) {
    if (random() % 5 == 0) edge.role = "mod";
  }
  return graph;
}

GraphPairs pairs_with_mistakes(const char* name) {
  std::mt19937 random(1);
  GraphPairs pairs;
  for (const Graph& graph : graphs_of(name))
    pairs.emplace_back(graph, with_mistakes(graph, random));
  return pairs;
}

GraphPairs pairs_of_neighbours(const char* name) {
  const std::vector<Graph> graphs = graphs_of(name);
  GraphPairs pairs;
  for (std::size_t i = 0; i + 1 < graphs.size(); ++i) pairs.emplace_back(graphs[i], graphs[i + 1]);
  return pairs;
}

// Three concepts and one role: every node may stand for every other, as in long formulas.
Graph random_graph(std::size_t nodes, std::mt19937& random) {
  Graph graph;
  for (std::size_t i = 0; i < nodes; ++i) {
    graph.add_node(std::string(1, static_cast<char>('a' + random() % 3)));
    if (i > 0) graph.add_relation(static_cast<NodeId>(random() % i), "op", static_cast<NodeId>(i));
  }
  return graph;
}

void compare_large(benchmark::State& state) {
  std::mt19937 random(1);
  const Triples gold = triples_of(random_graph(static_cast<std::size_t>(state.range(0)), random));
  const Triples other = triples_of(random_graph(static_cast<std::size_t>(state.range(0)), random));
  for ([[maybe_unused]] const auto _ : state) {
    benchmark::DoNotOptimize(smatch(gold, other, {.restarts = 16}));
  }
}
BENCHMARK(compare_large)->Arg(200)->Arg(500)->Unit(benchmark::kMillisecond);

void compare(benchmark::State& state, const GraphPairs& pairs, bool exact, bool fine) {
  if (pairs.empty()) return state.SkipWithError("no data: NOETHER_DATA is not set");
  TripleCounts total;
  std::size_t proven = 0;
  for ([[maybe_unused]] const auto _ : state) {
    total = {};
    proven = 0;
    for (const auto& [gold, predicted] : pairs) {
      const auto scores = score_graph(gold, predicted, {.exact = exact}, fine);
      if (!scores) continue;
      total += (*scores)[Score::Smatch];
      if (scores->is_proven) ++proven;
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(pairs.size()) * state.iterations());
  state.counters["F"] = total.f();
  state.counters["pairs"] = static_cast<double>(pairs.size());
  if (!exact) return;
  const auto searched = std::ranges::count_if(pairs, [](const auto& pair) {
    return std::max(pair.first.nodes.size(), pair.second.nodes.size()) <= kMostExactNodes;
  });
  state.counters["searched"] = static_cast<double>(searched);
  state.counters["proven"] = static_cast<double>(proven);
}

constexpr const char* kBanks[] = {"little_prince_v3.0_train.txt", "bio_dev.txt", "qald9_train.txt"};

void register_all() {
  for (const char* bank : kBanks) {
    const auto add = [&](const std::string& what, auto make, bool exact, bool fine) {
      benchmark::RegisterBenchmark((what + "/" + bank).c_str(), [=](benchmark::State& state) {
        compare(state, make(bank), exact, fine);
      })->Unit(benchmark::kMillisecond);
    };
    add("mistakes", pairs_with_mistakes, false, false);
    add("mistakes_all_scores", pairs_with_mistakes, false, true);
    add("mistakes_exact", pairs_with_mistakes, true, false);
    add("neighbours", pairs_of_neighbours, false, false);
    add("neighbours_exact", pairs_of_neighbours, true, false);
  }
}

const bool kRegistered = (register_all(), true);

}  // namespace
}  // namespace noether::amr
