// Counting, enumerating and sampling on a graph that looks like a saturated one of 10,000 nodes:
// all ways to bracket and order sums of a few summands, each summand in several forms.
#include <benchmark/benchmark.h>

#include <bit>
#include <cstdint>

#include "noether/egraph/terms/cheapest.h"
#include "noether/egraph/terms/count.h"
#include "noether/egraph/terms/random.h"
#include "noether/egraph/terms/sample.h"
#include "noether/egraph/terms/term_ranking.h"

namespace noether::egraph {
namespace {

constexpr std::uint32_t kMaxSize = 25;
constexpr std::uint32_t kPlus = 1;
constexpr std::uint32_t kTimes = 2;
constexpr std::uint32_t kNegate = 3;
constexpr std::uint32_t kZero = 4;
constexpr std::uint32_t kOne = 5;
constexpr std::uint32_t kFirstVariable = 10;

const TermRules kRules{
    .commutative = {kPlus, kTimes},
    .padding = {{kPlus, 0, kZero}, {kPlus, 1, kZero}, {kTimes, 0, kOne}, {kTimes, 1, kOne}}};

struct Rooted {
  TermGraph graph;
  std::uint32_t root;
};

// A class for every sum of a subset of the summands, with a node for every way to split the subset
// in two, in both orders; padding with 0 and 1, double negation, and random products among small
// classes, which make cycles.
Rooted saturated_sum(std::uint32_t summands, std::uint32_t node_limit) {
  TermGraphBuilder builder;
  const std::uint32_t subsets = 1U << summands;
  for (std::uint32_t subset = 0; subset < subsets; ++subset) builder.add_class();
  const std::uint32_t zero = 0;  // the empty sum
  const std::uint32_t one = builder.add_class();
  const std::uint32_t negated = builder.add_class();
  for (std::uint32_t i = 1; i < subsets; ++i) builder.add_class();
  builder.add_node(zero, kZero);
  builder.add_node(one, kOne);
  std::uint32_t nodes = 2;
  const auto add = [&](std::uint32_t owner, std::uint32_t symbol,
                       std::initializer_list<std::uint32_t> children) {
    builder.add_node(owner, symbol, children);
    ++nodes;
  };
  for (std::uint32_t i = 0; i < summands; ++i) add(1U << i, kFirstVariable + i, {});
  for (std::uint32_t subset = 1; subset < subsets; ++subset) {
    for (std::uint32_t part = (subset - 1) & subset; part > 0; part = (part - 1) & subset) {
      add(subset, kPlus, {part, subset ^ part});
    }
    add(subset, kPlus, {subset, zero});
    add(subset, kPlus, {zero, subset});
    add(subset, kTimes, {subset, one});
    add(subset, kTimes, {one, subset});
    add(subset, kNegate, {negated + subset - 1});
    add(negated + subset - 1, kNegate, {subset});
    add(zero, kPlus, {subset, negated + subset - 1});
    add(zero, kTimes, {zero, subset});
    add(zero, kTimes, {subset, zero});
  }
  // Equal products must be in one class, or the classes that hold them would be merged.
  Random random(1);
  while (nodes < node_limit) {
    const auto a = static_cast<std::uint32_t>(1 + random.below(std::uint64_t{subsets - 1}));
    const auto b = static_cast<std::uint32_t>(1 + random.below(std::uint64_t{subsets - 1}));
    const std::uint32_t owner = 1 + (a * b * 2654435761U) % (subsets - 1);
    add(owner, kTimes, {a, b});
  }
  return {builder.build(), subsets - 1};
}

// The worst case: few classes, a hundred nodes in each, everything a few tokens from the root.
// Counts pass 2^64.
Rooted dense(std::uint32_t classes, std::uint32_t node_limit) {
  TermGraphBuilder builder;
  for (std::uint32_t c = 0; c < classes; ++c) {
    builder.add_class();
    builder.add_node(c, kFirstVariable + c);
  }
  Random random(1);
  const auto below = [&](std::uint32_t n) {
    return static_cast<std::uint32_t>(random.below(std::uint64_t{n}));
  };
  for (std::uint32_t node = classes; node < node_limit; ++node) {
    const std::uint32_t symbol = kPlus + below(2);
    const std::uint32_t a = below(classes);
    const std::uint32_t b = below(classes);
    builder.add_node((a * b * 31 + symbol * 17) % classes, symbol, {a, b});
  }
  return {builder.build(), 0};
}

const Rooted& graph_number(std::int64_t number) {
  static const Rooted kGraphs[] = {saturated_sum(8, 10000), dense(100, 10000)};
  return kGraphs[number];
}

enum : std::int64_t { kSaturatedSum, kDense };

void count(benchmark::State& state) {
  const Rooted& rooted = graph_number(state.range(0));
  mpz_class total;
  for ([[maybe_unused]] const auto _ : state) {
    const TermCounts counts(rooted.graph, kRules, rooted.root, kMaxSize);
    total = counts.total(rooted.root);
  }
  state.counters["nodes"] = rooted.graph.node_count();
  state.counters["log10_terms"] = static_cast<double>(total.get_str().size() - 1);
}
BENCHMARK(count)->ArgName("graph")->Arg(kSaturatedSum)->Arg(kDense)->Unit(benchmark::kMillisecond);

void count_every_class(benchmark::State& state) {
  const Rooted& rooted = graph_number(state.range(0));
  for ([[maybe_unused]] const auto _ : state) {
    const TermCounts counts(rooted.graph, kRules, std::nullopt, kMaxSize);
    benchmark::DoNotOptimize(counts.cell_count());
  }
}
BENCHMARK(count_every_class)
    ->ArgName("graph")
    ->Arg(kSaturatedSum)
    ->Arg(kDense)
    ->Unit(benchmark::kMillisecond);

void sample(benchmark::State& state) {
  const Rooted& rooted = graph_number(state.range(0));
  const TermCounts counts(rooted.graph, kRules, rooted.root, kMaxSize);
  TermRanking ranking(counts, rooted.root);
  TermSampler sampler(ranking, 1, static_cast<Strata>(state.range(1)));
  Term term;
  std::size_t tokens = 0;
  for ([[maybe_unused]] const auto _ : state) {
    sampler.draw(term);
    tokens += term.size();
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["tokens"] =
      benchmark::Counter(static_cast<double>(tokens), benchmark::Counter::kAvgIterations);
}
BENCHMARK(sample)
    ->ArgNames({"graph", "strata"})
    ->ArgsProduct({{kSaturatedSum, kDense},
                   {static_cast<int>(Strata::None), static_cast<int>(Strata::SizeAndRootSymbol)}});

void enumerate(benchmark::State& state) {
  const Rooted& rooted = graph_number(state.range(0));
  const TermCounts counts(rooted.graph, kRules, rooted.root, kMaxSize);
  TermRanking ranking(counts, rooted.root);
  TermEnumerator terms(ranking);
  Term term;
  for ([[maybe_unused]] const auto _ : state) terms.next(term);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(enumerate)->ArgName("graph")->Arg(kSaturatedSum)->Arg(kDense);

void cheapest(benchmark::State& state) {
  const Rooted& rooted = graph_number(state.range(0));
  for ([[maybe_unused]] const auto _ : state) {
    const auto cheapest = cheapest_terms(rooted.graph, term_size);
    benchmark::DoNotOptimize(cheapest.cost(rooted.root));
  }
}
BENCHMARK(cheapest)
    ->ArgName("graph")
    ->Arg(kSaturatedSum)
    ->Arg(kDense)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace noether::egraph
