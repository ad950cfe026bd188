#include "noether/cli/sentence_contexts.h"

#include <fmt/format.h>

#include "noether/base/parallel.h"
#include "noether/cli/amr_commands.h"
#include "noether/cli/expression_arguments.h"
#include "noether/cli/json_text.h"
#include "noether/cli/passage_vectors.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/contexts.h"

namespace noether::cli {
namespace {

struct ContextCounts {
  index::PassageCounts added;
  index::PassageStatistics has;
  std::uint64_t declarations = 0;
};

// Of all documents.
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
  return fmt::format(
      "{}: {} documents have graphs of {} sentences, {} of them new, by '{}'\n"
      "{:.1f} MB; {} declarations of symbols\n",
      folder, counts.has.with_passages, counts.has.passages, counts.added.passages, model,
      static_cast<double>(counts.has.bytes) / 1e6, counts.declarations);
}

std::string contexts_json(const ContextCounts& counts, const index::VectorModel& model) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  return JsonObject()
      .add_number("parsed", number(counts.added.documents))
      .add_number("kept", number(counts.added.kept))
      .add_number("documents", number(counts.has.with_passages))
      .add_number("sentences", number(counts.has.passages))
      .add_number("declarations", number(counts.declarations))
      .add_string("parser", model.digest.hex())
      .add_number("bytes", number(counts.has.bytes))
      .text();
}

}  // namespace

SentenceContexts::SentenceContexts(std::string_view command, const ContextArguments& arguments)
    : command_(command) {
  auto graphs = arguments.graphs.empty()
                    ? search::SentenceGraphs::open(arguments.parser)
                    : search::SentenceGraphs::open_with_bank(
                          arguments.parser, read_whole_text(command, arguments.graphs));
  if (!graphs) fail(command, graphs.error(), ExitCode::Failure);
  graphs_ = *std::move(graphs);
}

std::string SentenceContexts::add_to(const std::string& folder, unsigned threads, bool json) const {
  ContextCounts counts;
  counts.added = encode_passages(command_, folder, graphs_->embedding(base::thread_count(threads)));
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(command_, index.error(), ExitCode::Failure);
  counts.has = index::passage_statistics(*index, index::kSentenceGraphs);
  counts.declarations = count_declarations(command_, *index);
  return json ? contexts_json(counts, graphs_->model())
              : contexts_text(folder, counts, graphs_->model().name);
}

}  // namespace noether::cli
