// Measures how fast one core converts LaTeX to both trees.
//
//   formula_speed LATEX.tsv [--seconds 2]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

#include "bench/tsv.h"
#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/latex/reader.h"

namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace noether;
  CLI::App app("LaTeX to both trees, formulas per second of one core", "formula_speed");
  std::string path;
  double seconds = 2;
  app.add_option("LATEX", path, "TSV with a column formula")->required();
  app.add_option("--seconds", seconds, "how long to repeat")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const auto table = bench::read_tsv(path);
  if (!table) {
    fmt::print(stderr, "{}\n", table.error().message);
    return 2;
  }
  const auto column = static_cast<std::size_t>(table->column("formula"));
  std::vector<std::string> formulas;
  std::size_t bytes = 0;
  for (const auto& row : table->rows) {
    formulas.push_back(row[column]);
    bytes += formulas.back().size();
  }

  formula::LatexReader reader;
  formula::OperatorGrammar grammar;
  formula::LayoutTree layout;
  formula::OperatorTree operators;
  std::vector<base::Error> diagnostics;
  std::size_t nodes = 0;
  const auto pass = [&] {
    const double start = cpu_seconds();
    for (const std::string& latex : formulas) {
      diagnostics.clear();
      reader.read(latex, layout, diagnostics);
      grammar.build(layout, operators, diagnostics);
      nodes += layout.node_count() + operators.node_count();
    }
    return cpu_seconds() - start;
  };
  pass();  // warm up
  std::vector<double> passes;
  double total = 0;
  nodes = 0;
  while (total < seconds) {
    passes.push_back(pass());
    total += passes.back();
  }
  std::ranges::sort(passes);
  const double median = passes[passes.size() / 2];
  fmt::print(
      "speed formulas={} mean-bytes={:.1f} mean-nodes={:.1f} passes={} rate-median={:.0f}/s "
      "rate-best={:.0f}/s\n",
      formulas.size(), static_cast<double>(bytes) / static_cast<double>(formulas.size()),
      static_cast<double>(nodes) / static_cast<double>(formulas.size() * passes.size()),
      passes.size(), static_cast<double>(formulas.size()) / median,
      static_cast<double>(formulas.size()) / passes.front());
  return 0;
}
