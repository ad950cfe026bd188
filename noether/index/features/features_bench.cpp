// Measures the cost of the features of a formula, compared with the cost of reading it. The
// formulas are ARQMath's topic formulas in turn or, if that data is missing, a few from the
// textbook.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "noether/formula/formula_io.h"
#include "noether/index/features/layout_tuples.h"
#include "noether/index/features/operator_paths.h"

namespace noether::index {
namespace {

std::vector<formula::Formula> formulas() {
  const char* data = std::getenv("NOETHER_DATA");
  const std::string folder = data != nullptr ? data : "../shared/data";
  std::ifstream file(folder + "/arqmath/topics/formulas_latex.tsv");
  std::vector<std::string> latex;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) latex.push_back(line.substr(line.rfind('\t') + 1));
  if (latex.empty()) {
    latex = {R"(\sum_{k=0}^n \binom{n}{k} x^k y^{n-k} = (x+y)^n)",
             R"(\int_0^1 \frac{\ln x}{1+x} dx)", "a^2+b^2=c^2",
             R"(f(x) = \frac{x^2+x+c}{x^2+2x+c})"};
  }
  formula::FormulaReader reader;
  std::vector<formula::Formula> read(latex.size());
  for (std::size_t i = 0; i < latex.size(); ++i) {
    std::ignore = reader.read(formula::Notation::Latex, latex[i], read[i]);
  }
  return read;
}

void operator_paths(benchmark::State& state) {
  const auto all = formulas();
  OperatorPathReader reader;
  OperatorPaths paths;
  std::size_t i = 0;
  std::size_t features = 0;
  for ([[maybe_unused]] const auto _ : state) {
    reader.read(all[i].operators, paths);
    features += paths.prefixes.size();
    benchmark::DoNotOptimize(paths.prefixes.data());
    if (++i == all.size()) i = 0;
  }
  state.counters["features"] =
      benchmark::Counter(static_cast<double>(features), benchmark::Counter::kAvgIterations);
}
BENCHMARK(operator_paths);

void layout_tuples(benchmark::State& state) {
  const auto all = formulas();
  LayoutTupleReader reader;
  FeatureCounter tuples;
  std::size_t i = 0;
  std::size_t features = 0;
  for ([[maybe_unused]] const auto _ : state) {
    reader.read(all[i].layout, tuples);
    features += tuples.counts().size();
    benchmark::DoNotOptimize(tuples.counts().data());
    if (++i == all.size()) i = 0;
  }
  state.counters["features"] =
      benchmark::Counter(static_cast<double>(features), benchmark::Counter::kAvgIterations);
}
BENCHMARK(layout_tuples);

}  // namespace
}  // namespace noether::index
