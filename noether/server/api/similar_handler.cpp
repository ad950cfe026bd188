// GET /api/v1/similar: formulas like a formula, or documents like a document.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "noether/base/json_text.h"
#include "noether/search/formula/highlight.h"
#include "noether/server/api/answers.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/formula_json.h"
#include "noether/server/api/parts.h"
#include "noether/server/api/search_request.h"

namespace noether::server {
namespace {

using base::json_array;
using base::json_string;
using base::JsonObject;

constexpr std::size_t kLongestFormula = std::size_t{64} << 10;
constexpr std::size_t kLongestId = 4096;
constexpr std::size_t kMostModes = 4;
constexpr std::size_t kDocumentsShown = 3;
constexpr double kSecondsOfSimilar = 1;
// Formulas that are looked at when only those of some documents count.
constexpr std::uint32_t kMostFiltered = 2000;
constexpr std::uint32_t kNeighbours = 24;
// A whole document is a long query: its beginning says what it is about.
constexpr std::size_t kBytesOfDocument = 4096;
constexpr double kTitleWeight = 2;

struct SimilarRequest {
  SearchMode mode = SearchMode::similar;
  std::uint32_t offset = 0;
  std::uint32_t limit = 10;
  bool explain = false;
  // Documents that count; none: all of them.
  std::shared_ptr<const search::DocumentSet> within = nullptr;

  bool allows(std::uint32_t document) const { return !within || within->has(document); }
};

search::FormulaMode formula_mode(SearchMode mode) {
  switch (mode) {
    case SearchMode::meaning:
      return search::FormulaMode::equal;
    case SearchMode::contains:
      return search::FormulaMode::contains_renamed;
    case SearchMode::exact:
      return search::FormulaMode::same;
    case SearchMode::similar:
    case SearchMode::text:
      break;
  }
  return search::FormulaMode::similar;
}

base::Result<std::string> documents_json(const index::IndexReader& index,
                                         const IndexedFormula& formula,
                                         const SimilarRequest& asked) {
  const auto places = places_of(index, formula);
  if (!places) return std::unexpected(places.error());
  std::vector<std::string> links;
  std::optional<std::uint32_t> last;
  for (const index::Place& place : *places) {
    if (links.size() == kDocumentsShown) break;
    if (last == place.document || !asked.allows(place.document)) continue;
    last = place.document;
    auto link = link_json(index, place.document);
    if (!link) return link;
    links.push_back(std::move(*link));
  }
  return json_array(links);
}

base::Result<bool> stands_within(const index::IndexReader& index, std::uint32_t formula,
                                 const SimilarRequest& asked) {
  if (!asked.within) return true;
  const auto places = index.places(formula);
  if (!places) return std::unexpected(places.error());
  return std::ranges::any_of(
      *places, [&](const index::Place& place) { return asked.allows(place.document); });
}

base::Result<std::string> explain_json(search::FormulaSearcher& searcher,
                                       const search::FormulaQuery& query, std::uint32_t formula,
                                       double total) {
  const auto parts = searcher.explain(query, formula);
  if (!parts) return std::unexpected(parts.error());
  std::vector<std::string> components;
  for (const search::FormulaScorePart& part : *parts) {
    if (part.value == 0) continue;
    components.push_back(JsonObject()
                             .add_string("name", part.name)
                             .add_real("value", part.value)
                             .add_real("weight", part.weight)
                             .add_real("contribution", part.value * part.weight)
                             .text());
  }
  return JsonObject().add("components", json_array(components)).add_real("total", total).text();
}

base::Result<std::string> formulas_json(const Snapshot& snapshot, search::Searcher& searcher,
                                        const search::FormulaQuery& query,
                                        const SimilarRequest& asked, const Request& request) {
  const index::IndexReader& index = *snapshot.index;
  // Some are drawn the same, or stand in deleted documents only.
  const std::uint32_t wanted = asked.offset + asked.limit;
  const auto hits =
      searcher.formulas().search(query, {.mode = formula_mode(asked.mode),
                                         .top = asked.within ? kMostFiltered : 2 * wanted + 20,
                                         .same_first = true,
                                         .equal_seconds = seconds_for(request, kSecondsOfSimilar),
                                         .is_over = [&] { return request.is_over(); }});
  if (!hits) return std::unexpected(hits.error());
  std::vector<std::uint32_t> numbers;
  for (const search::FormulaHit& hit : *hits) {
    const auto allowed = stands_within(index, hit.formula, asked);
    if (!allowed) return std::unexpected(allowed.error());
    if (*allowed) numbers.push_back(hit.formula);
  }
  const auto distinct = distinct_formulas(index, numbers, wanted);
  if (!distinct) return std::unexpected(distinct.error());
  std::vector<std::string> formulas;
  for (std::size_t i = asked.offset; i < distinct->size(); ++i) {
    const IndexedFormula& formula = (*distinct)[i];
    const auto hit = std::ranges::find_if(*hits, [&](const search::FormulaHit& one) {
      return std::ranges::find(formula.numbers, one.formula) != formula.numbers.end();
    });
    const auto documents = documents_json(index, formula, asked);
    if (!documents) return std::unexpected(documents.error());
    JsonObject object;
    object.add_string("id", formula.id)
        .add_string("latex", formula.latex)
        .add_string("spoken", spoken_formula(formula.latex))
        .add_real("score", hit->score)
        .add_string("same", search::sameness_name(hit->sameness))
        .add("matched",
             spans_json(formula.latex, search::matched_parts(query, hit->sameness, formula.latex)))
        .add_number("occurrences", static_cast<std::int64_t>(formula.places))
        .add("documents", *documents);
    if (asked.explain) {
      const auto explained = explain_json(searcher.formulas(), query, hit->formula, hit->score);
      if (!explained) return std::unexpected(explained.error());
      object.add("explain", *explained);
    }
    formulas.push_back(object.text());
  }
  return json_array(formulas);
}

// As a query: its title and the beginning of its text.
search::Query query_of(const text::Document& document) {
  search::Query query;
  for (const text::Field& field : document.fields) {
    const bool is_title = field.name.ends_with("title");
    if (field.name == "comment") continue;
    text::Field beginning = field;
    if (beginning.text.size() > kBytesOfDocument) {
      std::erase_if(beginning.formulas,
                    [](const text::FormulaSpan& span) { return span.end + 1 > kBytesOfDocument; });
      std::size_t end = kBytesOfDocument;
      for (const text::FormulaSpan& span : field.formulas) {
        // No formula is cut in two.
        if (span.begin <= end && span.end + 1 > end) end = span.begin > 0 ? span.begin - 1 : 0;
      }
      beginning.text.resize(end);
    }
    query.add(beginning, is_title ? kTitleWeight : 1);
  }
  return query;
}

base::Result<std::string> like_document_json(const Snapshot& snapshot, search::Searcher& searcher,
                                             std::uint32_t number, const SimilarRequest& asked,
                                             const Request& request) {
  const auto document = snapshot.index->document(number);
  if (!document) return std::unexpected(document.error());
  search::Query query = query_of(*document);
  if (query.clauses.empty()) return "[]";
  query.within = asked.within;
  search::SearchWeights weights = snapshot.profile.search;
  if (!snapshot.encoder) weights.semantic = 0;
  searcher.set_weights(weights);
  // The document itself comes first, or nearly so; it is left out, on whatever page it would be.
  const auto results = searcher.search(query, {.top = asked.limit + 1,
                                               .offset = asked.offset,
                                               .explain = asked.explain,
                                               .marks = search::Marks::shown,
                                               .ranked = asked.offset + asked.limit + 1,
                                               .is_over = [&] { return request.is_over(); }});
  if (!results) return std::unexpected(results.error());
  const auto self = std::ranges::find(results->ranked, number, &search::ScoredUnit::unit);
  const bool was_before = self - results->ranked.begin() < asked.offset;
  std::vector<std::string> found;
  for (const search::FoundDocument& one :
       std::span(results->documents).subspan(was_before && !results->documents.empty() ? 1 : 0)) {
    if (one.number == number || found.size() == asked.limit) continue;
    found.push_back(result_json(one, asked.explain));
  }
  return json_array(found);
}

}  // namespace

Response find_similar(const SnapshotPointer& snapshot, const Request& request) {
  const Stopwatch watch;
  Arguments arguments(request);
  auto latex = arguments.text("formula", kLongestFormula);
  const auto id = arguments.text("id", kLongestId);
  const auto document = arguments.text("document", kLongestId);
  SimilarRequest asked;
  asked.mode =
      static_cast<SearchMode>(arguments.choice("mode", search_mode_names().first(kMostModes)));
  asked.offset = static_cast<std::uint32_t>(arguments.whole("offset", 0, 0, kMostLeftOut));
  asked.limit = static_cast<std::uint32_t>(arguments.whole("limit", 10, 1, kMostShown));
  asked.explain = arguments.flag("explain");
  const auto filter = read_filter(arguments);
  if (auto problem = arguments.finish()) return *std::move(problem);
  if (!filter) return filter.error();
  asked.within = documents_within(*snapshot, *filter);
  if (latex.has_value() + id.has_value() + document.has_value() != 1) {
    return problem(400, "Bad Request", "give one of 'formula', 'id' and 'document'",
                   arguments.place("formula"));
  }
  auto searcher = snapshot->searchers->borrow();
  if (!searcher) return failure(searcher.error());
  JsonObject of;
  base::Result<std::string> formulas = "[]";
  base::Result<std::string> documents = "[]";
  base::Result<std::string> nearest = "";
  if (document) {
    const auto number = snapshot->index->find_document(*document);
    if (!number) return failure(number.error());
    if (!*number) return not_found("no document of the index has this id");
    of.add_string("document", *document);
    documents = like_document_json(*snapshot, **searcher, **number, asked, request);
    nearest = JsonObject()
                  .add_bool("available", false)
                  .add_string("reason", "a document has no vector")
                  .add("formulas", "[]")
                  .text();
  } else {
    if (id) {
      const auto found = find_formula(*snapshot->index, *id);
      if (!found) return failure(found.error());
      if (!*found) return not_found("no formula of the index has this id");
      latex = (*found)->latex;
    }
    const auto query = search::FormulaQuery::read(*latex);
    if (!query) return arguments.unreadable(id ? "id" : "formula", *latex, query.error());
    const std::string own = formula_id(*latex);
    of.add_string("latex", *latex);
    if (!own.empty()) of.add_string("formula", own);
    formulas = formulas_json(*snapshot, **searcher, *query, asked, request);
    nearest = nearest_json(*snapshot, (*searcher)->formulas(), *latex, own, kNeighbours);
  }
  for (const auto* part : {&formulas, &documents, &nearest}) {
    if (!*part) return stopped_or_failed(request, part->error());
  }
  JsonObject object;
  object.add("of", of.text())
      .add_real("took_ms", watch.milliseconds())
      .add_number("offset", asked.offset)
      .add_number("limit", asked.limit)
      .add("formulas", *formulas)
      .add("nearest", *nearest)
      .add("documents", *documents)
      .add("notes", "[]");
  return answer(*snapshot, object.text());
}

}  // namespace noether::server
