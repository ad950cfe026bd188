// Fingerprints per second on one core, without reading: a few expressions of each kind, and E-Gen's
// development set if it is in NOETHER_DATA (default ../shared/data).
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"

namespace noether::algebra {
namespace {

struct Collection {
  Vocabulary words;
  Expressions pool{words};
  std::vector<ExprId> roots;

  void add(const std::string& prefix) {
    if (const auto id = reader.read(formula::Notation::Prefix, prefix, pool)) roots.push_back(*id);
  }
  ExpressionReader reader;
};

void fingerprint_all(benchmark::State& state, Collection& collection) {
  Fingerprinter fingerprints(collection.pool);
  for ([[maybe_unused]] const auto _ : state) {
    for (const ExprId root : collection.roots) {
      benchmark::DoNotOptimize(fingerprints.fingerprint(root));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(collection.roots.size()));
}

void fingerprint_one(benchmark::State& state, const char* prefix) {
  Collection collection;
  collection.add(prefix);
  fingerprint_all(state, collection);
}
BENCHMARK_CAPTURE(fingerprint_one, polynomial, "+ * 3 pow x 2 - * 2 x 7");
BENCHMARK_CAPTURE(fingerprint_one, elementary, "- pow acos / x -8 2 * 9 sin ln x");
BENCHMARK_CAPTURE(fingerprint_one, derivative, "d x * sin x exp pow x 2");
BENCHMARK_CAPTURE(fingerprint_one, zero, "- + pow sin x 2 pow cos x 2 1");
BENCHMARK_CAPTURE(fingerprint_one, nowhere_real, "asin + 5 pow x 2");
BENCHMARK_CAPTURE(fingerprint_one, three_variables, "/ + x * y z sqrt + 1 pow z 2");
BENCHMARK_CAPTURE(fingerprint_one, six_variables, "+ * a b + * b c + * c k + * k l + * l m * m a");

void fingerprint_egen_dev(benchmark::State& state) {
  const char* folder = std::getenv("NOETHER_DATA");
  std::ifstream file(std::string(folder != nullptr ? folder : "../shared/data") + "/egen/dev.txt");
  Collection collection;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) collection.add(line);
  }
  if (collection.roots.empty()) {
    state.SkipWithError("no egen/dev.txt; set NOETHER_DATA to where the data is");
    return;
  }
  fingerprint_all(state, collection);
}
BENCHMARK(fingerprint_egen_dev)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace noether::algebra
