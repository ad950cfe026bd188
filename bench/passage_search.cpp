// Measures how well and how fast the nearest passages of a segment are found, compared with an
// exhaustive search in float32, and the size of a passage on disk.
//
//   passage_search                      100,000 random vectors in clusters, width 384
//   passage_search --passages 1000000   as many as a large collection has
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
#include "noether/index/passages/passages_writer.h"
#include "noether/index/vectors/graph_walk.h"

namespace {

using namespace noether;
using index::NearVector;

constexpr std::uint64_t kSeed = 13;
constexpr std::uint32_t kPassagesOfDocument = 4;

struct Options {
  std::uint32_t passages = 100'000;
  std::uint32_t width = 384;
  std::uint32_t clusters = 2'500;
  double spread = 0.7;  // of a cluster, relative to the distance between two
  std::uint32_t queries = 100;
  std::uint32_t count = 100;
  std::uint32_t token_bytes = 0;
  std::vector<std::uint32_t> beams = {200, 300, 400, 600};
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

template <typename T>
T expect(base::Result<T> result) {
  if (!result) throw CLI::RuntimeError(result.error().message, 2);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

// Generates vectors of unit length around centres one at a time, so that they are not all in
// memory.
class Clusters {
 public:
  explicit Clusters(const Options& options) : options_(options), random_(kSeed) {
    for (std::uint32_t i = 0; i < options.clusters; ++i) centres_.push_back(around(nullptr));
  }
  std::vector<float> next() { return around(&centres_[random_() % centres_.size()]); }
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

 private:
  std::vector<float> around(const std::vector<float>* centre) {
    std::vector<float> vector(options_.width);
    const auto scale = static_cast<float>(options_.spread / std::sqrt(options_.width));
    float squares = 0;
    for (std::uint32_t i = 0; i < options_.width; ++i) {
      vector[i] = normal_(random_) * (centre == nullptr ? 1 : scale);
      if (centre != nullptr) vector[i] += (*centre)[i];
      squares += vector[i] * vector[i];
    }
    for (float& number : vector) number /= std::sqrt(squares);
    return vector;
  }

  const Options& options_;
  std::mt19937_64 random_;
  std::normal_distribution<float> normal_;
  std::vector<std::vector<float>> centres_;
};

float product(const std::vector<float>& a, const std::vector<float>& b) {
  // Uses sixteen sums, which the compiler keeps in vector registers.
  std::array<float, 16> sums{};
  for (std::size_t i = 0; i + 16 <= a.size(); i += 16) {
    for (std::size_t lane = 0; lane < 16; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  float sum = 0;
  for (const float one : sums) sum += one;
  for (std::size_t i = a.size() / 16 * 16; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

struct Question {
  std::vector<float> vector;
  index::BestVectors best;
};

index::PassagesWriter write_passages(const Options& options, Clusters& clusters,
                                     const std::string& path, std::vector<Question>& questions,
                                     std::uint64_t& tokens) {
  const std::uint32_t documents =
      (options.passages + kPassagesOfDocument - 1) / kPassagesOfDocument;
  auto writer = expect(index::PassagesWriter::create(base::FileSystem::real(), path,
                                                     {{}, options.width, "random"},
                                                     options.token_bytes, documents));
  writer.reserve(options.passages);
  for (std::uint32_t document = 0; document < documents; ++document) {
    std::vector<index::EncodedVector> codes;
    std::vector<index::Passage> passages;
    std::vector<std::string> of_tokens;
    const std::uint32_t count =
        std::min(kPassagesOfDocument, options.passages - document * kPassagesOfDocument);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::vector<float> vector = clusters.next();
      for (Question& question : questions) {
        question.best.add({product(vector, question.vector), document * kPassagesOfDocument + i});
      }
      codes.push_back(*index::EncodedVector::encode_high(vector));
      const std::uint32_t length = 60 + clusters.below(140);
      of_tokens.emplace_back(std::size_t{length} * options.token_bytes, 'x');
      tokens += length;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t begin = i * 800 + clusters.below(100);
      passages.push_back({.field = clusters.below(3),
                          .span = {begin, begin + 500 + clusters.below(300)},
                          .code = codes[i].code(),
                          .tokens = of_tokens[i]});
    }
    expect(writer.add(document, passages));
  }
  return writer;
}

struct Measured {
  double recall = 0;
  double milliseconds = 0;
};

Measured measure(const index::SegmentPassages& passages,
                 const std::vector<index::EncodedVector>& queries,
                 const std::vector<std::vector<NearVector>>& expected,
                 const index::NearestOptions& options) {
  std::size_t found = 0;
  double least = 1e9;
  for (int round = 0; round < 3; ++round) {
    found = 0;
    double seconds = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const double started = cpu_seconds();
      const auto near = expect(index::nearest_in(passages, queries[i].code(), options));
      seconds += cpu_seconds() - started;
      for (const NearVector& one : near) {
        found += static_cast<std::size_t>(
            std::ranges::count(expected[i], one.number, &NearVector::number));
      }
    }
    least = std::min(least, seconds / static_cast<double>(queries.size()));
  }
  return {static_cast<double>(found) / static_cast<double>(queries.size() * options.count),
          least * 1e3};
}

int run(const Options& options) {
  Clusters clusters(options);
  std::vector<Question> questions;
  for (std::uint32_t i = 0; i < options.queries; ++i) {
    questions.push_back({clusters.next(), index::BestVectors(options.count)});
  }
  const base::TemporaryFolder folder;
  std::uint64_t tokens = 0;
  auto writer = write_passages(options, clusters, folder / "passages", questions, tokens);
  const double started = cpu_seconds();
  expect(writer.finish(true));
  fmt::print("{} clusters, spread {}, seed {}; graph in {:.1f} s of CPU; peak {:.0f} MB\n",
             options.clusters, options.spread, kSeed, cpu_seconds() - started, most_megabytes());
  const auto passages = expect(index::SegmentPassages::open(
      expect(index::SectionFile::open(folder / "passages", index::FileKind::Passages)),
      (options.passages + kPassagesOfDocument - 1) / kPassagesOfDocument));
  const double size = passages.size();
  const double codes = static_cast<double>(passages.tokens()) * passages.token_bytes();
  fmt::print(
      "{} passages, width {}: {:.1f} MB on the disk; without codes of tokens {:.1f} bytes a "
      "passage, {:.1f} of them the graph\n",
      passages.size(), options.width, static_cast<double>(passages.bytes()) / 1e6,
      (static_cast<double>(passages.bytes()) - codes) / size,
      static_cast<double>(passages.graph_bytes()) / size);
  std::vector<index::EncodedVector> queries;
  std::vector<std::vector<NearVector>> by_floats;
  std::vector<std::vector<NearVector>> by_codes;
  for (Question& question : questions) {
    queries.push_back(*index::EncodedVector::encode(question.vector));
    by_floats.push_back(std::move(question.best).sorted());
    by_codes.push_back(expect(index::nearest_in(passages, queries.back().code(),
                                                {.count = options.count, .exact = true})));
  }
  const auto row = [&](const std::string& name, const index::NearestOptions& how) {
    const Measured floats = measure(passages, queries, by_floats, how);
    const Measured exact = measure(passages, queries, by_codes, how);
    fmt::print(
        "  {:<10} recall@{} {:.4f} of all codes, {:.4f} of float32  {:8.3f} ms a query "
        "(CPU, one core)\n",
        name, options.count, exact.recall, floats.recall,
        std::min(floats.milliseconds, exact.milliseconds));
  };
  row("exact", {.count = options.count, .exact = true});
  if (!passages.has_graph()) return 0;
  for (const std::uint32_t beam : options.beams) {
    row(fmt::format("beam {}", beam), {.count = options.count, .beam = beam});
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Nearest passages: recall, time and size.");
  Options options;
  app.add_option("--passages", options.passages, "How many")
      ->check(CLI::Range(1000, 100'000'000))
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
  app.add_option("--count", options.count, "Number of passages to find")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--token-bytes", options.token_bytes, "Bytes of the code of a token")
      ->capture_default_str();
  app.add_option("--beam", options.beams, "Number of neighbours to follow")->capture_default_str();
  try {
    app.parse(argc, argv);
    return run(options);
  } catch (const CLI::Error& error) {
    return app.exit(error);
  }
}
