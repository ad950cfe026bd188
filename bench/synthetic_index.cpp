// Writes an index of a made-up collection, to measure searches in large ones.
//
//   synthetic_index -o IDX --documents 1400000
//   synthetic_index -o IDX --documents 1000000 --formulas 5 --from LATEX.tsv
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "bench/search/formula_sampler.h"
#include "bench/search/synthetic_collection.h"
#include "bench/tsv.h"
#include "noether/index/analysis/formula_analyzer.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_writer.h"

namespace {

using namespace noether;

struct Options {
  std::string output;
  std::string from;
  std::uint32_t documents = 100'000;
  std::uint32_t formulas = 0;  // of a document
};

// The formula stands in the document's only field, one a line.
base::Result<void> add_formula(const std::string& latex, index::FormulaAnalyzer& analyzer,
                               index::IndexWriter& writer, index::DocumentEntry& entry) {
  auto number = writer.find_formula(latex);
  if (!number) {
    index::FormulaEntry formula;
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

base::Result<void> write(const Options& options, std::vector<std::string> real) {
  auto writer = index::IndexWriter::open(options.output, index::search_schema(),
                                         {.memory_bytes = std::uint64_t{2} << 30});
  if (!writer) return std::unexpected(writer.error());
  bench::SyntheticCollection collection({});
  bench::FormulaSampler sampler(std::move(real), 1);
  index::FormulaAnalyzer analyzer;
  for (std::uint32_t i = 0; i < options.documents; ++i) {
    const auto& words = collection.next();
    index::DocumentEntry entry = entry_of(collection, words, i, index::space::words);
    entry.document.fields.push_back({"body", "", {}});
    for (std::uint32_t j = 0; j < options.formulas; ++j) {
      if (auto done = add_formula(sampler.next(), analyzer, *writer, entry); !done) return done;
    }
    if (auto done = writer->add(entry); !done) return done;
  }
  const auto committed = writer->commit();
  if (!committed) return std::unexpected(committed.error());
  return {};
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
  if (auto done = write(options, std::move(real)); !done) {
    fmt::print(stderr, "synthetic_index: {}\n", done.error().message);
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Writes an index of a made-up collection"};
  app.add_option("-o,--output", options.output, "The folder of the index")->required();
  app.add_option("--documents", options.documents)->check(CLI::PositiveNumber);
  app.add_option("--formulas", options.formulas, "In each document");
  app.add_option("--from", options.from, "A TSV of ARQMath with real formulas");
  CLI11_PARSE(app, argc, argv);
  return run(options);
}
