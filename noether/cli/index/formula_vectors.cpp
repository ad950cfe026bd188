#include "noether/cli/index/formula_vectors.h"

#include <fmt/format.h>

#include <optional>

#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/cli/console/messages.h"
#include "noether/index/index_writer.h"
#include "noether/index/nearest_formulas.h"

namespace noether::cli {
namespace {

index::EmbeddingCounts embed(std::string_view command, const std::string& folder,
                             const search::FormulaEncoder& encoder, unsigned threads,
                             const index::VectorSet& set) {
  auto writer = index::IndexWriter::open(folder);
  if (!writer) fail(command, writer.error(), ExitCode::Failure);
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(command, index.error(), ExitCode::Failure);
  // The vectors of a segment are made first, then its graph; only one bar is shown at a time.
  std::optional<base::ProgressBar> bar;
  bool is_graph = false;
  const auto show = [&](bool graph, std::uint64_t done) {
    if (!bar || graph != is_graph) {
      bar.emplace(graph ? "vectors linked" : "formulas",
                  graph ? std::optional<std::uint64_t>() : index->formulas());
      is_graph = graph;
    }
    bar->update(done, done);
  };
  index::FormulaEmbedding embedding = encoder.embedding(base::thread_count(threads));
  embedding.set = set;
  const auto counts = writer->add_vectors(
      embedding, {.embedded = [&](std::uint64_t formulas) { show(false, formulas); },
                  .linked = [&](std::uint32_t vectors) { show(true, vectors); }});
  bar.reset();
  if (!counts) fail(command, counts.error(), ExitCode::Failure);
  return *counts;
}

}  // namespace

search::FormulaEncoder open_encoder(std::string_view command, const std::string& folder) {
  auto encoder = search::FormulaEncoder::open(folder);
  if (!encoder) fail(command, encoder.error(), ExitCode::Failure);
  return std::move(*encoder);
}

std::string add_vectors(std::string_view command, const std::string& folder,
                        const search::FormulaEncoder& encoder, unsigned threads, bool json,
                        const index::VectorSet& set) {
  const index::EmbeddingCounts counts = embed(command, folder, encoder, threads, set);
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(command, index.error(), ExitCode::Failure);
  const index::VectorStatistics has = index::vector_statistics(*index, set);
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  if (json) {
    return JsonObject()
        .add_number("embedded", number(counts.embedded))
        .add_number("kept", number(counts.kept))
        .add_number("unreadable", number(counts.unreadable))
        .add_number("vectors", number(has.vectors))
        .add_number("width", encoder.model().width)
        .add_string("model", encoder.model().digest.hex())
        .add_number("bytes", number(has.bytes))
        .add_number("graph_bytes", number(has.graph_bytes))
        .text();
  }
  return fmt::format(
      "{}: {} formulas have vectors, {} of them new; {} cannot be read by the encoder\n"
      "{} different vectors of width {} by '{}', {:.1f} MB with a graph of {:.1f} MB\n",
      folder, has.readable, counts.embedded, has.unreadable, has.vectors, encoder.model().width,
      encoder.model().name, static_cast<double>(has.bytes) / 1e6,
      static_cast<double>(has.graph_bytes) / 1e6);
}

void warn_of_untried(std::string_view command, const std::string& folder,
                     const index::IndexReader& index, const index::VectorSet& set) {
  const index::VectorStatistics has = index::vector_statistics(index, set);
  if (has.untried == 0) return;
  fmt::print(stderr,
             "noether {}: {} formula{} no vector yet and {} not found; `noether embed-index {}` "
             "adds them\n",
             command, has.untried, has.untried == 1 ? " has" : "s have",
             has.untried == 1 ? "is" : "are", folder);
}

}  // namespace noether::cli
