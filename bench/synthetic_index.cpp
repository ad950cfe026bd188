// Writes an index of a synthetic collection, for measuring searches in large ones, and prints its
// cost.
//
//   synthetic_index -o IDX --documents 1400000
//   synthetic_index -o IDX --documents 1000000 --formulas 5 --from LATEX.tsv --queries 50
// Memory does not grow with the collection: --memory bounds the data that waits to be written.
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench/search/synthetic_collection.h"
#include "bench/tsv.h"
#include "noether/index/analysis/formula_analyzer.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/index/index_writer.h"
#include "noether/search/formula/formula_searcher.h"

namespace {

using namespace noether;

// Any number of synthetic formulas: real ones with other letters and other numbers.
//
// Letters are exchanged throughout a formula, so equal symbols remain equal. The same seed gives
// the same formulas.
class FormulaSampler {
 public:
  // `real` must not be empty.
  FormulaSampler(std::vector<std::string> real, std::uint64_t seed)
      : real_(std::move(real)), random_(seed) {}

  std::string next();

 private:
  std::vector<std::string> real_;
  std::mt19937_64 random_;
};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string FormulaSampler::next() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  const std::string& from = real_[random_() % real_.size()];
  // Exchanges only a few letters, so that names like x and n remain frequent.
  std::array<char, 256> other;
  for (std::size_t i = 0; i < other.size(); ++i) other[i] = static_cast<char>(i);
  for (int swaps = 0; swaps < 3; ++swaps) {
    const auto a = static_cast<unsigned char>(kLetters[random_() % kLetters.size()]);
    const auto b = static_cast<unsigned char>(kLetters[random_() % kLetters.size()]);
    std::swap(other[a], other[b]);
  }
  std::string formula;
  for (std::size_t i = 0; i < from.size();) {
    if (from[i] == '\\') {
      // Letters in commands and in names of environments and fonts are not exchanged.
      std::size_t end = i + 1;
      while (end < from.size() && is_letter(from[end])) ++end;
      if (end == i + 1) end = std::min(i + 2, from.size());
      const std::string_view command = std::string_view(from).substr(i, end - i);
      if (end < from.size() && from[end] == '{' &&
          (command == "\\begin" || command == "\\end" || command.starts_with("\\operatorname") ||
           command.starts_with("\\text"))) {
        end = std::min(from.find('}', end), from.size());
      }
      formula.append(from, i, end - i);
      i = end;
    } else if (is_digit(from[i]) && random_() % 4 == 0) {
      formula += static_cast<char>('1' + random_() % 9);
      ++i;
    } else {
      formula += other[static_cast<unsigned char>(from[i++])];
    }
  }
  return formula;
}

struct Options {
  std::string output;
  std::string from;
  std::uint32_t documents = 100'000;
  std::uint32_t formulas = 0;  // of a document
  std::uint32_t words = 0;     // words of the median document; 0: the collection's default
  std::uint32_t queries = 0;
  std::uint64_t megabytes = 512;
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

// The formulas are in the document's only field, one per line.
base::Result<void> add_formula(const std::string& latex, index::FormulaAnalyzer& analyzer,
                               index::FormulaEntry& formula, index::IndexWriter& writer,
                               index::DocumentEntry& entry) {
  auto number = writer.find_formula(latex);
  if (!number) {
    analyzer.analyze(latex, formula);
    const auto added = writer.add_formula(formula);
    if (!added) return std::unexpected(added.error());
    number = *added;
  }
  text::Field& field = entry.document.fields.front();
  const auto begin = static_cast<std::uint32_t>(field.text.size());
  field.text += latex + "\n";
  const auto end = static_cast<std::uint32_t>(begin + latex.size());
  field.formulas.push_back({begin, end, "", ""});
  entry.formulas.push_back({*number, 0, begin, end});
  return {};
}

base::Result<void> write(const Options& options, const std::vector<std::string>& real) {
  auto writer = index::IndexWriter::open(options.output, index::search_schema(),
                                         {.memory_bytes = options.megabytes << 20});
  if (!writer) return std::unexpected(writer.error());
  bench::CollectionShape shape;
  if (options.words > 0) shape.median_length = options.words;
  bench::SyntheticCollection collection(shape);
  FormulaSampler sampler(real, 1);
  index::FormulaAnalyzer analyzer;
  index::FormulaEntry formula;
  for (std::uint32_t i = 0; i < options.documents; ++i) {
    const auto& words = collection.next();
    index::DocumentEntry entry = entry_of(collection, words, i, index::space::words);
    entry.document.fields.push_back({"body", "", {}});
    for (std::uint32_t j = 0; j < options.formulas; ++j) {
      if (auto done = add_formula(sampler.next(), analyzer, formula, *writer, entry); !done) {
        return done;
      }
    }
    if (auto done = writer->add(entry); !done) return done;
  }
  const auto committed = writer->commit();
  if (!committed) return std::unexpected(committed.error());
  return {};
}

// Searches for formulas of the same kind as the indexed ones, the best 1000 for each.
base::Result<void> measure_queries(const index::IndexReader& index, std::uint32_t count,
                                   const std::vector<std::string>& real) {
  search::FormulaSearcher searcher(index);
  FormulaSampler sampler(real, 2);
  std::vector<double> times;
  while (times.size() < count) {
    const auto query = search::FormulaQuery::read(sampler.next());
    if (!query) continue;
    const double started = cpu_seconds();
    const auto hits = searcher.search(*query, {.top = 1000});
    if (!hits) return std::unexpected(hits.error());
    times.push_back(1e3 * (cpu_seconds() - started));
  }
  std::ranges::sort(times);
  double sum = 0;
  for (const double time : times) sum += time;
  fmt::print("formula queries, best 1000: mean {:.2f} ms, median {:.2f}, 95 % below {:.2f}\n",
             sum / count, times[times.size() / 2], times[times.size() * 95 / 100]);
  return {};
}

base::Result<void> write_and_measure(const Options& options, const std::vector<std::string>& real) {
  const double started = cpu_seconds();
  if (auto done = write(options, real); !done) return done;
  const double seconds = cpu_seconds() - started;
  const auto index = index::open_search_index(options.output);
  if (!index) return std::unexpected(index.error());
  fmt::print(
      "{} documents, {} formulas in them, {} different ones: {:.1f} s of one core, "
      "{:.0f} MB of memory at most, index of {:.1f} MB in {} segments\n",
      options.documents, std::uint64_t{options.documents} * options.formulas, index->formulas(),
      seconds, most_megabytes(), static_cast<double>(index->bytes()) / 1e6,
      index->segments().size());
  if (options.queries == 0) return {};
  return measure_queries(*index, options.queries, real);
}

int run(const Options& options) {
  std::vector<std::string> real;
  if (options.formulas > 0) {
    const auto table = bench::read_tsv(options.from);
    const int column = table ? table->column("formula") : -1;
    if (column < 0) {
      fmt::print(stderr, "synthetic_index: no formulas in '{}'\n", options.from);
      return 1;
    }
    for (const auto& row : table->rows) real.push_back(row[static_cast<std::size_t>(column)]);
    if (real.empty()) return 1;
  }
  if (auto done = write_and_measure(options, real); !done) {
    fmt::print(stderr, "synthetic_index: {}\n", done.error().message);
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Writes an index of a synthetic collection"};
  app.add_option("-o,--output", options.output, "The folder of the index")->required();
  app.add_option("--documents", options.documents)->check(CLI::PositiveNumber);
  app.add_option("--formulas", options.formulas, "Number of formulas in each document");
  app.add_option("--from", options.from, "A TSV of ARQMath with real formulas");
  app.add_option("--words", options.words, "Number of words in the median document");
  app.add_option("--queries", options.queries, "Formulas to search for afterwards")
      ->needs(app.get_option("--from"));
  app.add_option("--memory", options.megabytes,
                 "Limit for the data that waits to be written, in MB")
      ->check(CLI::Range(16, 16384))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return run(options);
}
