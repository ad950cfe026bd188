// Measures how fast an e-graph grows: the rows of the growth benchmark, next to egg's published
// figures.
//
//   egraph_growth DATA/egraph [--seconds 2] [--row N]
//
// egg's figures are from the README of the data (Neoverse-V1, one thread). The last column is the
// peak memory of the process so far.
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ctime>
#include <string>
#include <vector>

#include "bench/growth_theory.h"
#include "noether/egraph/add_term.h"
#include "noether/egraph/saturate.h"

namespace {

using namespace noether;

struct Row {
  const char* name;
  bool back_off;
  bool search_everything;
  std::size_t rounds;
  std::size_t made_nodes;
  const char* egg;
};

// With back-off, egg counts matches of earlier rounds again. The first three such rows do the same
// and search everything in every round; the last one counts only new matches.
constexpr std::array<Row, 6> kRows = {{
    {"every rule, 6 rounds", false, false, 6, SIZE_MAX, "10397 / 3939, 0.028 s (.006 .014 .007)"},
    {"every rule, 7 rounds", false, false, 7, SIZE_MAX, "52432 / 20449, 0.133 s (.020 .063 .049)"},
    {"back-off, 10,000 nodes", true, true, 100, 10'000, "6744 / 2682, 0.014 s (.006 .006 .002)"},
    {"back-off, 60 rounds, 100,000 nodes", true, true, 60, 100'000,
     "88811 / 49575, 0.79 s (.63 .11 .06)"},
    {"back-off, 100 rounds, 1,000,000 nodes", true, true, 100, 1'000'000,
     "309739 / 155132, 16.8 s (14.6 1.1 1.0), 91 MB"},
    {"back-off counting new matches, 100 rounds, 1,000,000 nodes", true, false, 100, 1'000'000,
     nullptr},
}};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// All passes reuse the graph and the saturator, as a program with many expressions does. The first
// pass, which must allocate memory, is shown next to the best one.
void measure(bench::GrowthTheory& theory, const egraph::RuleSet& rules, const Row& row,
             double seconds) {
  egraph::EGraph<bench::GrowthAnalysis> graph(
      bench::GrowthAnalysis(theory.language, theory.conditions));
  egraph::Saturator saturator(rules);
  egraph::SaturationOptions options;
  options.limits = {
      .rounds = row.rounds, .made_nodes = row.made_nodes, .seconds = 1e9, .bytes = SIZE_MAX};
  options.matches_per_node = 0;  // as egg searches
  options.scheduler.back_off = row.back_off;
  options.scheduler.search_everything = row.search_everything;
  std::vector<double> passes;
  egraph::SaturationReport best;
  double total = 0;
  while (total < seconds || passes.empty()) {
    const double start = cpu_seconds();
    graph.clear();
    for (const egraph::Term& term : theory.expressions) egraph::add_term(graph, term);
    const egraph::SaturationReport report = saturator.run(graph, options);
    passes.push_back(cpu_seconds() - start);
    total += passes.back();
    if (passes.back() == std::ranges::min(passes)) best = report;
  }
  fmt::print("{}\n", row.name);
  if (row.egg != nullptr) fmt::print("  egg      {}\n", row.egg);
  fmt::print("  noether  {} / {}, {:.4f} s ({:.4f} {:.4f} {:.4f}), peak {:.1f} MB\n",
             graph.node_count(), graph.class_count(), std::ranges::min(passes), best.search_seconds,
             best.apply_seconds, best.rebuild_seconds, peak_megabytes());
  fmt::print(
      "           {} rounds, {}; {} nodes made, {} matches, graph {:.1f} MB; best of {}, "
      "first {:.4f} s\n",
      best.rounds, to_string(best.stop), graph.made_node_count(), best.matches,
      static_cast<double>(graph.bytes()) / (1 << 20), passes.size(), passes.front());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("The growth benchmark for e-graphs, beside egg", "egraph_growth");
  std::string folder;
  double seconds = 2;
  std::size_t only = 0;
  app.add_option("FOLDER", folder, "with growth.rules and growth.expressions")->required();
  app.add_option("--seconds", seconds, "how long to repeat each row")->capture_default_str();
  app.add_option("--row", only, "only this row, from 1");
  CLI11_PARSE(app, argc, argv);

  bench::GrowthTheory theory;
  if (const auto read = bench::read_growth_theory(folder, theory); !read) {
    fmt::print(stderr, "{}\n", read.error().message);
    return 2;
  }
  const egraph::RuleSet rules(theory.rules);
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (only == 0 || only == i + 1) measure(theory, rules, kRows[i], seconds);
  }
  return 0;
}
