#include "noether/cli/passage_vectors.h"

#include <fmt/format.h>

#include <optional>

#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/cli/expression_arguments.h"
#include "noether/cli/json_text.h"
#include "noether/index/index_writer.h"
#include "noether/index/passages/nearest_passages.h"

namespace noether::cli {
namespace {

index::PassageCounts encode_passages(std::string_view command, const std::string& folder,
                                     const search::PassageEncoder& encoder, unsigned threads) {
  auto writer = index::IndexWriter::open(folder);
  if (!writer) fail(command, writer.error(), ExitCode::Failure);
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(command, index.error(), ExitCode::Failure);
  // First the passages of a segment, then its graph: one bar at a time.
  std::optional<base::ProgressBar> bar;
  bool is_graph = false;
  const auto show = [&](bool graph, std::uint64_t done) {
    if (!bar || graph != is_graph) {
      bar.emplace(graph ? "passages linked" : "documents read",
                  graph ? std::optional<std::uint64_t>() : index->documents());
      is_graph = graph;
    }
    bar->update(done, done);
  };
  const auto counts =
      writer->add_passages(encoder.embedding(base::thread_count(threads)),
                           {.encoded = [&](std::uint64_t documents) { show(false, documents); },
                            .linked = [&](std::uint32_t passages) { show(true, passages); }});
  bar.reset();
  if (!counts) fail(command, counts.error(), ExitCode::Failure);
  return *counts;
}

}  // namespace

search::PassageEncoder open_passage_encoder(std::string_view command, const std::string& folder) {
  auto encoder = search::PassageEncoder::open(folder);
  if (!encoder) fail(command, encoder.error(), ExitCode::Failure);
  return *std::move(encoder);
}

std::string add_passages(std::string_view command, const std::string& folder,
                         const search::PassageEncoder& encoder, unsigned threads, bool json) {
  const index::PassageCounts counts = encode_passages(command, folder, encoder, threads);
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(command, index.error(), ExitCode::Failure);
  const index::PassageStatistics has = index::passage_statistics(*index);
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  if (json) {
    return JsonObject()
        .add_number("encoded", number(counts.documents))
        .add_number("kept", number(counts.kept))
        .add_number("documents", number(has.with_passages))
        .add_number("passages", number(has.passages))
        .add_number("tokens", number(has.tokens))
        .add_number("width", encoder.model().width)
        .add_string("model", encoder.model().digest.hex())
        .add_number("bytes", number(has.bytes))
        .add_number("token_code_bytes", number(has.token_code_bytes))
        .add_number("graph_bytes", number(has.graph_bytes))
        .text();
  }
  return fmt::format(
      "{}: {} documents have {} passages, {} of them new, by '{}'\n"
      "{:.1f} MB, of which {:.1f} MB are codes of {} tokens and {:.1f} MB a graph\n",
      folder, has.with_passages, has.passages, counts.passages, encoder.model().name,
      static_cast<double>(has.bytes) / 1e6, static_cast<double>(has.token_code_bytes) / 1e6,
      has.tokens, static_cast<double>(has.graph_bytes) / 1e6);
}

}  // namespace noether::cli
