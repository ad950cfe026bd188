#include "noether/cli/index/sentence_contexts.h"

#include <fmt/format.h>

#include "noether/base/parallel.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/index/passage_vectors.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/contexts.h"

namespace noether::cli {
namespace {

struct ContextCounts {
  index::PassageCounts added;
  index::PassageStatistics has;
  std::uint64_t declarations = 0;
  std::uint64_t from_bank = 0;  // the part of the added graphs
};

amr::GraphSource read_bank_of(std::string_view command, const std::string& path) {
  auto bank = amr::GraphSource::read(read_whole_text(command, path));
  if (!bank) {
    fail(command, {fmt::format("{}: {}", path, bank.error().message), {}, {}}, ExitCode::BadInput);
  }
  return *std::move(bank);
}

// The number in all documents.
std::uint64_t count_declarations(std::string_view command, const index::IndexReader& index) {
  const search::ContextReader contexts(index);
  std::uint64_t sum = 0;
  for (std::uint32_t document = 0; document < index.documents(); ++document) {
    const auto declared = contexts.declarations_in(document);
    if (!declared) fail(command, declared.error(), ExitCode::Failure);
    sum += declared->size();
  }
  return sum;
}

std::string contexts_text(const std::string& folder, const ContextCounts& counts,
                          const std::string& model) {
  const std::string from_bank =
      counts.from_bank == 0 ? "" : fmt::format(" ({} from the bank)", counts.from_bank);
  return fmt::format(
      "{}: {} with graphs of {}, {} of them new{}, by '{}'\n"
      "{:.1f} MB; {} of symbols\n",
      folder, counted(counts.has.with_passages, "document"),
      counted(counts.has.passages, "sentence"), counts.added.passages, from_bank, model,
      static_cast<double>(counts.has.bytes) / 1e6, counted(counts.declarations, "declaration"));
}

std::string contexts_json(const ContextCounts& counts, const index::VectorModel& model,
                          const std::string& vectors) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  return JsonObject()
      .add_number("parsed", number(counts.added.documents))
      .add_number("kept", number(counts.added.kept))
      .add_number("documents", number(counts.has.with_passages))
      .add_number("sentences", number(counts.has.passages))
      .add_number("declarations", number(counts.declarations))
      .add_number("from_bank", number(counts.from_bank))
      .add_string("parser", model.digest.hex())
      .add_number("bytes", number(counts.has.bytes))
      .add("vectors", vectors)
      .text();
}

// The vectors are of formulas in their sentences, or of sentences.
std::string_view unit_of(const index::PassageEmbedding& embedding) {
  return embedding.set == index::kContextVectors ? "formulas in their sentences"
                                                 : "sentences with formulas";
}

std::string context_vectors_text(const std::string& folder, const index::PassageCounts& added,
                                 const index::PassageStatistics& has,
                                 const index::PassageEmbedding& embedding) {
  return fmt::format("{}: {} {} have vectors, {} of them new, by '{}', {:.1f} MB\n", folder,
                     has.passages, unit_of(embedding), added.passages, embedding.model.name,
                     static_cast<double>(has.bytes) / 1e6);
}

std::string context_vectors_json(const index::PassageCounts& added,
                                 const index::PassageStatistics& has,
                                 const index::PassageEmbedding& embedding) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  return JsonObject()
      .add_string("set", embedding.set.name)
      .add_number("encoded", number(added.documents))
      .add_number("vectors", number(has.passages))
      .add_number("width", embedding.model.width)
      .add_string("model", embedding.model.digest.hex())
      .add_number("bytes", number(has.bytes))
      .text();
}

}  // namespace

SentenceContexts::SentenceContexts(std::string_view command, const ContextArguments& arguments,
                                   const std::string& text_model)
    : command_(command), has_bank_(!arguments.graphs.empty()) {
  auto graphs = arguments.graphs.empty()
                    ? search::SentenceGraphs::open(arguments.parser)
                    : search::SentenceGraphs::open_with_bank(
                          arguments.parser, read_bank_of(command, arguments.graphs));
  if (!graphs) fail(command, graphs.error(), ExitCode::Failure);
  graphs_ = *std::move(graphs);
  if (arguments.model.empty()) {
    texts_ = open_passage_encoder(command, text_model);
    return;
  }
  auto contexts = search::ContextEncoder::open(arguments.model);
  if (!contexts) fail(command, contexts.error(), ExitCode::Failure);
  contexts_ = *std::move(contexts);
}

// The index is opened after its graphs were added, because vectors may be made from them.
std::string SentenceContexts::add_vectors(const std::string& folder, unsigned threads,
                                          bool json) const {
  const auto graphs = index::IndexReader::open(folder);
  if (!graphs) fail(command_, graphs.error(), ExitCode::Failure);
  const index::PassageEmbedding embedding =
      contexts_ ? contexts_->embedding(*graphs, threads) : texts_->sentence_embedding(threads);
  const index::PassageCounts added = encode_passages(command_, folder, embedding);
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(command_, index.error(), ExitCode::Failure);
  const index::PassageStatistics has = index::passage_statistics(*index, embedding.set);
  return json ? context_vectors_json(added, has, embedding)
              : context_vectors_text(folder, added, has, embedding);
}

std::string SentenceContexts::add_to(const std::string& folder, unsigned threads, bool json) const {
  const unsigned workers = base::thread_count(threads);
  ContextCounts counts;
  counts.added = encode_passages(command_, folder, graphs_->embedding(workers));
  counts.from_bank = graphs_->used_of_bank();
  if (has_bank_ && counts.added.documents > 0 && counts.from_bank == 0) {
    fmt::print(stderr,
               "noether {}: no sentence has an id from the file of --graphs; noether amr parse "
               "--collection prints the ids\n",
               command_);
  }
  const std::string vectors = add_vectors(folder, workers, json);
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(command_, index.error(), ExitCode::Failure);
  counts.has = index::passage_statistics(*index, index::kSentenceGraphs);
  counts.declarations = count_declarations(command_, *index);
  return json ? contexts_json(counts, graphs_->model(), vectors)
              : contexts_text(folder, counts, graphs_->model().name) + vectors;
}

}  // namespace noether::cli
