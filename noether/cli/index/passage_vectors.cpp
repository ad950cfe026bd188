#include "noether/cli/index/passage_vectors.h"

#include <fmt/format.h>

#include <optional>

#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/cli/console/messages.h"
#include "noether/index/index_writer.h"
#include "noether/index/nearest_passages.h"

namespace noether::cli {
namespace {

std::string passages_text(const std::string& folder, const index::PassageCounts& counts,
                          const index::PassageStatistics& has, const std::string& model) {
  return fmt::format(
      "{}: {} documents have {} passages, {} of them new, by '{}'\n"
      "{:.1f} MB, of which {:.1f} MB are codes of {} tokens and {:.1f} MB a graph\n",
      folder, has.with_passages, has.passages, counts.passages, model,
      static_cast<double>(has.bytes) / 1e6, static_cast<double>(has.token_code_bytes) / 1e6,
      has.tokens, static_cast<double>(has.graph_bytes) / 1e6);
}

std::string sentences_text(const std::string& folder, const index::PassageCounts& counts,
                           const index::PassageStatistics& has) {
  return fmt::format(
      "{}: {} documents have {} sentences with formulas, {} of them new\n"
      "{:.1f} MB, of which {:.1f} MB are a graph\n",
      folder, has.with_passages, has.passages, counts.passages,
      static_cast<double>(has.bytes) / 1e6, static_cast<double>(has.graph_bytes) / 1e6);
}

std::string counts_json(const index::PassageCounts& counts, const index::PassageStatistics& has,
                        const index::PassageEmbedding& embedding) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  JsonObject json;
  json.add_number("encoded", number(counts.documents))
      .add_number("kept", number(counts.kept))
      .add_number("documents", number(has.with_passages));
  if (embedding.set.unit == index::VectorUnit::Sentence) {
    json.add_number("sentences", number(has.passages));
  } else {
    json.add_number("passages", number(has.passages)).add_number("tokens", number(has.tokens));
  }
  json.add_number("width", embedding.model.width)
      .add_string("model", embedding.model.digest.hex())
      .add_number("bytes", number(has.bytes));
  if (embedding.set.unit != index::VectorUnit::Sentence) {
    json.add_number("token_code_bytes", number(has.token_code_bytes));
  }
  return json.add_number("graph_bytes", number(has.graph_bytes)).text();
}

}  // namespace

index::PassageCounts encode_passages(std::string_view command, const std::string& folder,
                                     const index::PassageEmbedding& embedding) {
  auto writer = index::IndexWriter::open(folder);
  if (!writer) fail(command, writer.error(), ExitCode::Failure);
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(command, index.error(), ExitCode::Failure);
  const bool is_of_sentences = embedding.set.unit == index::VectorUnit::Sentence;
  const bool is_of_graphs = embedding.set == index::kSentenceGraphs;
  // The passages of a segment are made first, then its graph; only one bar is shown at a time.
  std::optional<base::ProgressBar> bar;
  bool is_graph = false;
  const auto show = [&](bool graph, std::uint64_t done) {
    if (!bar || graph != is_graph) {
      const char* const linked = is_of_sentences ? "sentences linked" : "passages linked";
      const char* const read = is_of_graphs      ? "documents parsed"
                               : is_of_sentences ? "documents read for sentences"
                                                 : "documents read";
      bar.emplace(graph ? linked : read,
                  graph ? std::optional<std::uint64_t>() : index->documents());
      is_graph = graph;
    }
    bar->update(done, done);
  };
  const auto counts = writer->add_passages(
      embedding, {.encoded = [&](std::uint64_t documents) { show(false, documents); },
                  .linked = [&](std::uint32_t passages) { show(true, passages); }});
  bar.reset();
  if (!counts) fail(command, counts.error(), ExitCode::Failure);
  return *counts;
}

search::PassageEncoder open_passage_encoder(std::string_view command, const std::string& folder) {
  auto encoder = search::PassageEncoder::open(folder);
  if (!encoder) fail(command, encoder.error(), ExitCode::Failure);
  return *std::move(encoder);
}

AddedPassages add_passages(std::string_view command, const std::string& folder,
                           const search::PassageEncoder& encoder, unsigned threads, bool json) {
  const unsigned workers = base::thread_count(threads);
  const index::PassageEmbedding passages = encoder.embedding(workers);
  const index::PassageEmbedding sentences = encoder.sentence_embedding(workers);
  const index::PassageCounts new_passages = encode_passages(command, folder, passages);
  const index::PassageCounts new_sentences = encode_passages(command, folder, sentences);
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(command, index.error(), ExitCode::Failure);
  const index::PassageStatistics has = index::passage_statistics(*index, passages.set);
  const index::PassageStatistics has_sentences = index::passage_statistics(*index, sentences.set);
  if (json) {
    return {counts_json(new_passages, has, passages),
            counts_json(new_sentences, has_sentences, sentences)};
  }
  return {passages_text(folder, new_passages, has, encoder.model().name),
          sentences_text(folder, new_sentences, has_sentences)};
}

}  // namespace noether::cli
