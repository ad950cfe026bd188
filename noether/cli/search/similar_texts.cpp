#include "noether/cli/search/similar_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "noether/cli/console/messages.h"
#include "noether/cli/index/passage_vectors.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/passages/nearest_passages.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

constexpr std::string_view kSimilar = "similar";

struct SimilarPassage {
  double cosine = 0;
  std::string document;
  std::string text;
};

SimilarPassage describe_passage(const index::IndexReader& index, const index::NearPassage& near) {
  const auto document = index.document(near.document);
  if (!document) fail(kSimilar, document.error(), ExitCode::Failure);
  const auto passages = index::passages_of(index, near.document);
  if (!passages) fail(kSimilar, passages.error(), ExitCode::Failure);
  const index::Passage& passage = (*passages)[near.passage];
  // Rounding may bring a cosine beyond 1.
  return {std::clamp(static_cast<double>(near.cosine), -1.0, 1.0), document->id,
          document->fields[passage.field].text.substr(passage.span.begin,
                                                      passage.span.end - passage.span.begin)};
}

std::string line_of_passage(std::size_t rank, const SimilarPassage& passage, bool json) {
  if (!json) {
    return fmt::format("{:2}. {:.4f}  {}: {}\n", rank, passage.cosine, passage.document,
                       search::clean_text(passage.text));
  }
  return JsonObject()
             .add_number("rank", static_cast<std::int64_t>(rank))
             .add("cosine", fmt::format("{:.4f}", passage.cosine))
             .add_string("document", passage.document)
             .add_string("text", passage.text)
             .text() +
         "\n";
}

}  // namespace

void list_similar_texts(const SimilarTextOptions& options) {
  const auto index = index::open_search_index(options.folder);
  if (!index) fail(kSimilar, index.error(), ExitCode::Failure);
  const search::PassageEncoder encoder = open_passage_encoder(kSimilar, options.model);
  if (auto has = index::expect_passages_of(*index, encoder.model()); !has) {
    fail(kSimilar, has.error(), ExitCode::Failure);
  }
  const auto started = std::chrono::steady_clock::now();
  const auto query = encoder.text().encode_query(options.text);
  if (!query) fail(kSimilar, query.error(), ExitCode::BadInput);
  const auto near = index::nearest_passages(*index, query->vector,
                                            {.count = options.count, .exact = options.exact});
  if (!near) fail(kSimilar, near.error(), ExitCode::Failure);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
  std::string out;
  for (std::size_t i = 0; i < near->size(); ++i) {
    out += line_of_passage(i + 1, describe_passage(*index, (*near)[i]), options.json);
  }
  print_result(kSimilar, out);
  const index::PassageStatistics has = index::passage_statistics(*index);
  fmt::print(stderr, "{} of {} passages in {:.1f} ms\n", near->size(), has.passages,
             passed.count() * 1e3);
  if (near->empty()) finish(ExitCode::BadInput);
}

}  // namespace noether::cli
