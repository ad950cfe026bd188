// noether index: makes a collection searchable, or adds it to what is.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "noether/base/output.h"
#include "noether/base/progress.h"
#include "noether/cli/collection_arguments.h"
#include "noether/cli/expression_arguments.h"
#include "noether/cli/formula_vectors.h"
#include "noether/cli/json_text.h"
#include "noether/index/analysis/build_index.h"
#include "noether/index/index_reader.h"
#include "noether/index/vectors/nearest_formulas.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "index";
constexpr std::uint64_t kPrintedRefusals = 20;

struct IndexOptions {
  CollectionArguments collection;
  std::string folder;
  std::uint64_t memory = std::uint64_t{512} << 20;
  unsigned threads = 0;
  bool vectors = false;
  std::string model;  // empty: the one that ships
  bool json = false;
};

struct Result {
  index::BuildCounts counts;
  double seconds = 0;
  std::uint64_t documents = 0;  // in the whole index
  std::uint64_t formulas = 0;
  std::uint64_t segments = 0;
  std::uint64_t bytes = 0;
};

std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string summary_text(const Result& made, const IndexOptions& options) {
  const index::BuildCounts& counts = made.counts;
  std::string text = counted(counts.documents, "document");
  if (counts.replaced > 0) text += fmt::format(" ({} of them replaced)", counts.replaced);
  text += fmt::format(" with {:.1f} MB of text and {} in {:.1f} s\n",
                      static_cast<double>(counts.text_bytes) / 1e6,
                      counted(counts.formulas, "formula"), made.seconds);
  if (counts.refused > 0) text += fmt::format("{} refused\n", counted(counts.refused, "document"));
  text += fmt::format("{}\n{}: {}, {}, {}, {:.1f} MB\n", options.collection.problem_summary(),
                      options.folder, counted(made.documents, "document"),
                      counted(made.formulas, "different formula"),
                      counted(made.segments, "segment"), static_cast<double>(made.bytes) / 1e6);
  return text;
}

std::string summary_json(const Result& made, const IndexOptions& options,
                         const std::string& vectors) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  const auto problems = [&](collection::Problem::Severity severity) {
    return number(options.collection.problems().count(severity));
  };
  JsonObject summary;
  summary.add_number("documents", number(made.counts.documents))
      .add_number("replaced", number(made.counts.replaced))
      .add_number("refused", number(made.counts.refused))
      .add_number("text_bytes", number(made.counts.text_bytes))
      .add_number("formulas", number(made.counts.formulas))
      .add("seconds", fmt::format("{:.3f}", made.seconds))
      .add_number("skipped", problems(collection::Problem::Severity::Skipped))
      .add_number("flawed", problems(collection::Problem::Severity::Flawed))
      .add("index", JsonObject()
                        .add_number("documents", number(made.documents))
                        .add_number("formulas", number(made.formulas))
                        .add_number("segments", number(made.segments))
                        .add_number("bytes", number(made.bytes))
                        .text());
  if (!vectors.empty()) summary.add("vectors", vectors);
  return summary.text() + "\n";
}

// The first document was read before, to know that there is one.
base::Result<index::BuildCounts> build(const IndexOptions& options,
                                       collection::DocumentSource& source, text::Document first) {
  base::ProgressBar progress("documents", source.total_bytes());
  index::BuildOptions build;
  build.threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  build.memory_bytes = options.memory;
  build.progress = [&](const index::BuildCounts& counts) {
    progress.update(counts.documents, source.bytes_read());
  };
  std::uint64_t refused = 0;
  build.refused = [&](const std::string& id, const base::Error& why) {
    progress.finish();
    if (refused < kPrintedRefusals) {
      fmt::print(stderr, "noether {}: document '{}' refused: {}\n", kCommand, id, why.message);
    } else if (refused == kPrintedRefusals) {
      fmt::print(stderr, "noether {}: more like these are only counted\n", kCommand);
    }
    ++refused;
  };
  bool is_first = true;
  const auto next = [&](text::Document& document) -> base::Result<bool> {
    if (!std::exchange(is_first, false)) return source.next(document);
    document = std::move(first);
    return true;
  };
  return index::build_index(options.folder, next, build);
}

void run(IndexOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  // A model that cannot be opened is told before the work begins.
  std::optional<search::FormulaEncoder> encoder;
  if (options.vectors) encoder = open_encoder(kCommand, options.model);
  auto source = options.collection.open(kCommand);
  if (!source) fail(kCommand, source.error(), ExitCode::Failure);
  text::Document first;
  const auto has_first = (*source)->next(first);
  if (!has_first) fail(kCommand, has_first.error(), ExitCode::Failure);
  if (!*has_first) {
    fail(kCommand, {"there is no document to add", {}, options.collection.problem_summary()},
         ExitCode::BadInput);
  }
  const auto counts = build(options, **source, std::move(first));
  if (!counts) fail(kCommand, counts.error(), ExitCode::Failure);
  std::string vectors;
  if (encoder) {
    vectors = add_vectors(kCommand, options.folder, *encoder, options.threads, options.json);
  }
  const auto index = index::IndexReader::open(options.folder);
  if (!index) fail(kCommand, index.error(), ExitCode::Failure);
  Result made;
  made.counts = *counts;
  made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  made.documents = index->documents() - index->deleted_documents();
  made.formulas = index->formulas();
  made.segments = index->segments().size();
  made.bytes = index->bytes();
  print_result(kCommand, options.json ? summary_json(made, options, vectors)
                                      : summary_text(made, options) + vectors);
  if (!encoder && !index::vector_statistics(*index).models.empty()) {
    warn_of_untried(kCommand, options.folder, *index);
  }
  const bool is_bad = counts->refused > 0 || options.collection.problems().count(
                                                 collection::Problem::Severity::Skipped) > 0;
  if (is_bad) finish(ExitCode::BadInput);
}

}  // namespace

void register_index(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("index", "Makes an index of a collection, or adds it to an index");
  const auto options = std::make_shared<IndexOptions>();
  options->collection.add_options(*command);
  command->add_option("-o,--output", options->folder, "The folder of the index")->required();
  command
      ->add_option("--memory", options->memory,
                   "How much memory to use, as 512M or 2G; more makes fewer segments to merge")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("512M");
  command->add_option("--threads", options->threads, "How many work; all processors when 0")
      ->capture_default_str();
  CLI::Option* vectors = command->add_flag(
      "--vectors", options->vectors,
      "Also gives the formulas vectors, for noether similar and search --semantic");
  command
      ->add_option("--model", options->model,
                   "The folder of the encoder for --vectors; the one that ships when not given")
      ->needs(vectors);
  command->add_flag("--json", options->json, "The summary as a JSON object");
  command->footer(
      "A document whose id the index has already takes the place of the older one. Where an id\n"
      "comes twice in the sources, the first document stays and the other is refused.\n"
      "The index is what it was until the work is done; a second writer is kept out.\n"
      "\n"
      "Example:\n"
      "  noether index notes/ papers.jsonl -o notes.idx");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
