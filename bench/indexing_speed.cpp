// Measures how fast one core indexes formulas and text, next to Xapian if it is built in.
//
//   indexing_speed formulas LATEX.tsv -o FOLDER
//   indexing_speed text SOURCE... -o FOLDER
// Both load everything into memory first, so the times include writing files but not reading them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bench/tsv.h"
#include "noether/collection/document_source.h"
#include "noether/index/analysis/document_analyzer.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/index/index_writer.h"
#ifdef NOETHER_XAPIAN
#include <xapian.h>
#endif

namespace {

using namespace noether;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

[[noreturn]] void stop(const base::Error& error) {
  fmt::print(stderr, "indexing_speed: {}\n", error.message);
  std::exit(2);
}

template <typename T>
T value(base::Result<T> result) {
  if (!result) stop(result.error());
  return std::move(*result);
}
void done(const base::Result<void>& result) {
  if (!result) stop(result.error());
}

// Writes the content of the builder as an index and returns its size.
std::uint64_t write_index(index::SegmentBuilder builder, const std::string& folder) {
  std::filesystem::remove_all(folder);
  auto writer = value(index::IndexWriter::open(folder, index::search_schema()));
  done(writer.add_segment(std::move(builder), writer.reserve_segment()));
  value(writer.commit());
  return value(index::IndexReader::open(folder)).bytes();
}

void measure_formulas(const std::string& path, const std::string& folder, int rounds) {
  const auto table = value(bench::read_tsv(path));
  const auto column = static_cast<std::size_t>(table.column("formula"));
  std::set<std::string> known;
  std::vector<std::string> formulas;
  for (const auto& row : table.rows) {
    if (row[column].find_first_not_of(" \r\n") == std::string::npos) continue;
    if (known.insert(row[column]).second) formulas.push_back(row[column]);
  }
  double best = 1e9;
  double cutting = 0;
  std::uint64_t bytes = 0;
  for (int round = 0; round < rounds; ++round) {
    index::FormulaAnalyzer analyzer;
    index::SegmentBuilder builder(index::search_schema());
    index::FormulaEntry entry;
    const double started = cpu_seconds();
    for (const std::string& latex : formulas) analyzer.analyze(latex, entry);
    const double cut = cpu_seconds();
    for (const std::string& latex : formulas) {
      analyzer.analyze(latex, entry);
      value(builder.add_formula(entry));
    }
    bytes = write_index(std::move(builder), folder);
    const double seconds = cpu_seconds() - cut;
    if (seconds < best) {
      best = seconds;
      cutting = cut - started;
    }
  }
  const auto count = static_cast<double>(formulas.size());
  fmt::print(
      "{} different formulas: {:.0f}/s of one core ({:.2f} us each, of which {:.2f} us "
      "analysis), index of {:.2f} MB\n",
      formulas.size(), count / best, 1e6 * best / count, 1e6 * cutting / count,
      static_cast<double>(bytes) / 1e6);
}

std::vector<text::Document> read_documents(const std::vector<std::string>& sources) {
  collection::ProblemList problems;
  auto source = value(collection::open_collection(sources, {}, problems));
  std::vector<text::Document> documents;
  text::Document document;
  while (value(source->next(document))) documents.push_back(document);
  return documents;
}

#ifdef NOETHER_XAPIAN
double index_with_xapian(const std::vector<text::Document>& documents, const std::string& folder) {
  std::filesystem::remove_all(folder);
  const double started = cpu_seconds();
  Xapian::WritableDatabase database(folder, Xapian::DB_CREATE_OR_OVERWRITE);
  Xapian::TermGenerator generator;
  generator.set_stemmer(Xapian::Stem("english"));
  for (const text::Document& document : documents) {
    Xapian::Document entry;
    generator.set_document(entry);
    for (const text::Field& field : document.fields) {
      generator.index_text_without_positions(field.text);
      entry.set_data(entry.get_data() + field.text);
    }
    database.add_document(entry);
  }
  database.commit();
  return cpu_seconds() - started;
}
#endif

void measure_text(const std::vector<std::string>& sources, const std::string& folder, int rounds) {
  std::vector<text::Document> documents = read_documents(sources);
  // Indexes only words: formulas are measured separately, and Xapian does not support them.
  std::uint64_t bytes = 0;
  for (text::Document& document : documents) {
    for (text::Field& field : document.fields) {
      std::string words;
      std::size_t from = 0;
      for (const text::FormulaSpan& span : field.formulas) {
        words.append(field.text, from, span.begin - from);
        from = span.end;
      }
      words.append(field.text, from);
      field.text = std::move(words);
      field.formulas.clear();
      bytes += field.text.size();
    }
  }
  const double megabytes = static_cast<double>(bytes) / 1e6;
  double best = 1e9;
  std::uint64_t size = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<text::Document> copy = documents;
    index::DocumentAnalyzer analyzer;
    index::SegmentBuilder builder(index::search_schema());
    index::DocumentEntry entry;
    const double started = cpu_seconds();
    for (text::Document& document : copy) {
      done(analyzer.analyze(std::move(document), builder, entry));
      value(builder.add(entry));
    }
    size = write_index(std::move(builder), folder);
    best = std::min(best, cpu_seconds() - started);
  }
  fmt::print("{} documents, {:.1f} MB of text\n", documents.size(), megabytes);
  fmt::print("noether: {:.2f} MB/s of one core, index of {:.2f} MB\n", megabytes / best,
             static_cast<double>(size) / 1e6);
#ifdef NOETHER_XAPIAN
  const double seconds = index_with_xapian(documents, folder + ".xapian");
  fmt::print("xapian {}: {:.2f} MB/s; noether is {:.1f} times as fast\n", Xapian::version_string(),
             megabytes / seconds, seconds / best);
  std::filesystem::remove_all(folder + ".xapian");
#else
  fmt::print("xapian: not built in (libxapian-dev)\n");
#endif
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Indexing, formulas and text per second of one core", "indexing_speed");
  app.require_subcommand(1);
  std::string table;
  std::vector<std::string> sources;
  std::string folder;
  int rounds = 3;
  CLI::App* formulas = app.add_subcommand("formulas", "Different formulas of a TSV");
  formulas->add_option("LATEX", table, "TSV with a column formula")->required();
  CLI::App* text = app.add_subcommand("text", "The words of a collection, without its formulas");
  text->add_option("SOURCE", sources, "Files and folders")->required();
  for (CLI::App* one : {formulas, text}) {
    one->add_option("-o", folder, "folder for the index")->required();
    one->add_option("--rounds", rounds, "number of rounds, of which the best counts")
        ->capture_default_str();
  }
  CLI11_PARSE(app, argc, argv);
  if (*formulas) measure_formulas(table, folder, rounds);
  if (*text) measure_text(sources, folder, rounds);
  std::filesystem::remove_all(folder);
  return 0;
}
