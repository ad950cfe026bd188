// Measures how well and how fast the nearest vectors of a segment are found, compared with an
// exhaustive search in float32, and the disk space and memory that this needs.
//
//   vector_search                      100,000 random vectors in clusters, width 256
//   vector_search --vectors 10000      fewer
//   vector_search --index IDX          the vectors of an index, made by noether embed-index
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/index/index_reader.h"
#include "noether/index/vectors/nearest_vectors.h"

namespace {

using namespace noether;
using index::NearVector;

constexpr std::uint64_t kSeed = 11;

struct Options {
  std::uint32_t vectors = 100'000;
  std::uint32_t width = 256;
  std::uint32_t clusters = 2'500;
  double spread = 0.7;  // of a cluster, relative to the distance between two
  std::uint32_t queries = 200;
  std::vector<std::uint32_t> beams = {40, 80, index::NearestOptions{}.beam, 320};
  std::string index;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
double most_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

using Matrix = std::vector<std::vector<float>>;

Matrix random_vectors(std::uint32_t count, const Matrix& centres, std::uint32_t width,
                      double spread, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Matrix all(count, std::vector<float>(width));
  for (auto& vector : all) {
    const std::vector<float>* centre =
        centres.empty() ? nullptr : &centres[random() % centres.size()];
    double squares = 0;
    std::vector<double> numbers(width);
    for (std::uint32_t i = 0; i < width; ++i) {
      numbers[i] = normal(random) * (centre == nullptr ? 1 : spread / std::sqrt(width));
      if (centre != nullptr) numbers[i] += static_cast<double>((*centre)[i]);
      squares += numbers[i] * numbers[i];
    }
    for (std::uint32_t i = 0; i < width; ++i) {
      vector[i] = static_cast<float>(numbers[i] / std::sqrt(squares));
    }
  }
  return all;
}

// The ten nearest vectors by float32.
std::vector<std::uint32_t> nearest_ten(const Matrix& all, const std::vector<float>& query) {
  std::vector<NearVector> near;
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    float sum = 0;
    for (std::size_t i = 0; i < query.size(); ++i) sum += all[number][i] * query[i];
    near.push_back({sum, number});
  }
  std::ranges::partial_sort(near, near.begin() + 10, std::ranges::greater(), &NearVector::cosine);
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < 10; ++i) numbers.push_back(near[i].number);
  return numbers;
}

struct Measured {
  double recall = 0;
  double milliseconds = 0;
};

Measured measure(const index::SegmentVectors& vectors,
                 const std::vector<index::EncodedVector>& queries,
                 const std::vector<std::vector<std::uint32_t>>& expected,
                 const index::NearestOptions& options) {
  std::size_t found = 0;
  std::size_t wanted = 0;
  double least = 1e9;
  for (int round = 0; round < 3; ++round) {
    found = wanted = 0;
    const double started = cpu_seconds();
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const auto near = index::nearest_vectors(vectors, queries[i].code(), options);
      if (!near) throw CLI::RuntimeError(near.error().message, 2);
      for (const NearVector& one : *near) {
        found += static_cast<std::size_t>(std::ranges::count(expected[i], one.number));
      }
      wanted += expected[i].size();
    }
    least = std::min(least, (cpu_seconds() - started) / static_cast<double>(queries.size()));
  }
  return {static_cast<double>(found) / static_cast<double>(wanted), least * 1e3};
}

void print_rows(const index::SegmentVectors& vectors,
                const std::vector<index::EncodedVector>& queries,
                const std::vector<std::vector<std::uint32_t>>& expected,
                const std::vector<std::uint32_t>& beams) {
  fmt::print("{} vectors, width {}: {:.1f} MB on the disk, {:.1f} MB of them the graph\n",
             vectors.size(), vectors.model().width, static_cast<double>(vectors.bytes()) / 1e6,
             static_cast<double>(vectors.graph_bytes()) / 1e6);
  const auto row = [&](const std::string& name, const index::NearestOptions& options) {
    const Measured m = measure(vectors, queries, expected, options);
    fmt::print("  {:<12} recall@10 {:.4f}  {:8.3f} ms a query (CPU, one core)\n", name, m.recall,
               m.milliseconds);
  };
  row("exact", {.exact = true});
  if (!vectors.has_graph()) return;
  for (const std::uint32_t beam : beams) row(fmt::format("beam {}", beam), {.beam = beam});
}

int of_random_vectors(const Options& options) {
  std::mt19937_64 random(kSeed);
  const Matrix centres = random_vectors(options.clusters, {}, options.width, 0, random);
  const Matrix all =
      random_vectors(options.vectors, centres, options.width, options.spread, random);
  const Matrix asked =
      random_vectors(options.queries, centres, options.width, options.spread, random);
  std::vector<index::EncodedVector> queries;
  std::vector<std::vector<std::uint32_t>> expected;
  double started = cpu_seconds();
  for (const auto& query : asked) {
    queries.push_back(*index::EncodedVector::encode(query));
    expected.push_back(nearest_ten(all, query));
  }
  const double peer = (cpu_seconds() - started) / options.queries;
  index::SegmentVectorsBuilder builder({{}, options.width, "random"}, options.vectors);
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    builder.add(i, index::EncodedVector::encode(all[i])->code());
  }
  const base::TemporaryFolder folder;
  started = cpu_seconds();
  const auto seal = builder.write(base::FileSystem::real(), folder / "vectors");
  if (!seal) throw CLI::RuntimeError(seal.error().message, 2);
  fmt::print(
      "{} clusters, spread {}, seed {}; written with the graph in {:.1f} s of CPU; peak {:.0f} "
      "MB\n",
      options.clusters, options.spread, kSeed, cpu_seconds() - started, most_megabytes());
  auto file = index::SectionFile::open(folder / "vectors", index::FileKind::Vectors);
  if (!file) throw CLI::RuntimeError(file.error().message, 2);
  const auto vectors = index::SegmentVectors::open(std::move(*file), options.vectors);
  if (!vectors) throw CLI::RuntimeError(vectors.error().message, 2);
  print_rows(*vectors, queries, expected, options.beams);
  fmt::print("  {:<12} {:16}  {:8.3f} ms a query\n", "float32 scan", "", peer * 1e3);
  return 0;
}

// The queries are vectors of formulas in the index, each slightly rotated so that it is not found
// immediately. An exhaustive search gives the expected results.
int of_index(const Options& options) {
  const auto index = index::IndexReader::open(options.index);
  if (!index) throw CLI::RuntimeError(index.error().message, 2);
  std::mt19937_64 random(kSeed);
  std::normal_distribution<float> normal;
  for (const index::OpenSegment& segment : index->segments()) {
    const index::SegmentVectors* const of_segment = segment.vectors_of({});
    if (of_segment == nullptr || of_segment->size() == 0) continue;
    const index::SegmentVectors& vectors = *of_segment;
    std::vector<index::EncodedVector> queries;
    std::vector<std::vector<std::uint32_t>> expected;
    for (std::uint32_t i = 0; i < options.queries; ++i) {
      const auto code = vectors.vector(static_cast<std::uint32_t>(random() % vectors.size()));
      if (!code) throw CLI::RuntimeError(code.error().message, 2);
      std::vector<float> numbers;
      for (std::size_t k = 0; k < code->high.size(); ++k) {
        const auto number = static_cast<float>(256 * code->high[k] + code->low[k]);
        numbers.push_back(code->scale * number + 0.01F * normal(random));
      }
      queries.push_back(*index::EncodedVector::encode(numbers));
      const auto near = index::nearest_vectors(vectors, queries.back().code(), {.exact = true});
      if (!near) throw CLI::RuntimeError(near.error().message, 2);
      expected.emplace_back();
      for (const NearVector& one : *near) expected.back().push_back(one.number);
    }
    print_rows(vectors, queries, expected, options.beams);
  }
  fmt::print("peak {:.0f} MB\n", most_megabytes());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Nearest vectors: recall, time and memory.");
  Options options;
  app.add_option("--vectors", options.vectors, "How many")
      ->check(CLI::Range(10, 100'000'000))
      ->capture_default_str();
  app.add_option("--width", options.width, "Width of the vectors")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app.add_option("--clusters", options.clusters, "Number of clusters")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--spread", options.spread, "Spread of a cluster")->capture_default_str();
  app.add_option("--queries", options.queries, "How many")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--beam", options.beams, "Number of neighbours to follow")->capture_default_str();
  app.add_option("--index", options.index, "An index with vectors instead");
  try {
    app.parse(argc, argv);
    return options.index.empty() ? of_random_vectors(options) : of_index(options);
  } catch (const CLI::Error& error) {
    return app.exit(error);
  }
}
