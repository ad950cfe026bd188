// GET /api/v1/similar: formulas similar to a formula, or documents similar to a document.
#include <algorithm>
#include <set>

#include "noether/base/json_text.h"
#include "noether/search/formula/highlight.h"
#include "noether/search/query/like_document.h"
#include "noether/server/api/api.h"
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
// The number of formulas that are examined when a filter restricts the documents.
constexpr std::uint32_t kMostFiltered = 2000;
constexpr std::uint32_t kNeighbours = 24;

struct SimilarRequest {
  SearchMode mode = SearchMode::Similar;
  std::uint32_t offset = 0;
  std::uint32_t limit = 10;
  bool explain = false;
  bool by_thread = false;
  // The documents that count; null: all documents.
  std::shared_ptr<const search::DocumentSet> within = nullptr;

  bool allows(std::uint32_t document) const { return !within || within->has(document); }
};

search::FormulaMode formula_mode(SearchMode mode) {
  switch (mode) {
    case SearchMode::Meaning:
      return search::FormulaMode::Equal;
    case SearchMode::Contains:
      return search::FormulaMode::ContainsRenamed;
    case SearchMode::Exact:
      return search::FormulaMode::Same;
    case SearchMode::Similar:
    case SearchMode::Text:
      break;
  }
  return search::FormulaMode::Similar;
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
  // Some hits are drawn the same, or occur only in deleted documents.
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

// Documents similar to a document, and the words and formulas that were searched for.
struct LikeDocument {
  std::string documents = "[]";
  std::string words = "[]";
  std::string formulas = "[]";
  std::int64_t total = 0;
  bool is_exact = true;
};

// The rank of the document's own result, from 0.
std::size_t place_of_own(std::span<const search::ScoredUnit> ranked, std::uint32_t number,
                         const search::DocumentTable* threads) {
  const auto result = [&](std::uint32_t unit) {
    return threads == nullptr ? unit : threads->thread(unit);
  };
  std::set<std::uint32_t> before;
  for (const search::ScoredUnit& unit : ranked) {
    if (result(unit.unit) == result(number)) break;
    before.insert(result(unit.unit));
  }
  return before.size();
}

base::Result<LikeDocument> like_document(const Snapshot& snapshot, search::Searcher& searcher,
                                         std::uint32_t number, const SimilarRequest& asked,
                                         const Request& request) {
  LikeDocument like;
  const index::IndexReader& index = *snapshot.index;
  const auto document = index.document(number);
  if (!document) return std::unexpected(document.error());
  auto query = search::query_like(index, *document);
  if (!query) return std::unexpected(query.error());
  std::vector<std::string> words;
  std::vector<std::string> formulas;
  for (const search::Clause& clause : query->clauses) {
    const bool is_formula = clause.kind == search::ClauseKind::Formula;
    (is_formula ? formulas : words).push_back(json_string(clause.text));
  }
  like.words = json_array(words);
  like.formulas = json_array(formulas);
  if (query->clauses.empty()) return like;
  query->within = asked.within;
  search::SearchWeights weights = snapshot.profile.search;
  if (!snapshot.encoder) weights.weigh("semantic", 0);
  searcher.set_weights(weights);
  const search::DocumentTable* threads = asked.by_thread ? &snapshot.catalogue->documents : nullptr;
  // The document itself, or its thread, is first or nearly so. It is left out, whichever page it
  // would be on.
  const auto results = searcher.search(*query, {.top = asked.limit + 1,
                                                .offset = asked.offset,
                                                .explain = asked.explain,
                                                .marks = search::Marks::Shown,
                                                .ranked = search::kMostGrouped,
                                                .threads = threads,
                                                .is_over = [&] { return request.is_over(); }});
  if (!results) return std::unexpected(results.error());
  const std::size_t own = place_of_own(results->ranked, number, threads);
  const bool was_before = own < asked.offset;
  like.total = static_cast<std::int64_t>(results->found) - (own < results->found ? 1 : 0);
  like.is_exact = !results->has_more;
  std::vector<std::string> found;
  for (std::size_t i = was_before ? 1 : 0; i < results->documents.size(); ++i) {
    if (asked.offset + i == own || found.size() == asked.limit) continue;
    auto result = result_json(index, results->documents[i], asked.explain);
    if (!result) return std::unexpected(result.error());
    found.push_back(std::move(*result));
  }
  like.documents = json_array(found);
  return like;
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
  asked.by_thread = read_grouping(arguments);
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
  LikeDocument like;
  base::Result<std::string> nearest = "";
  if (document) {
    const auto number = snapshot->index->find_named(*document);
    if (!number) return failure(number.error());
    if (!*number) return not_found("no document of the index has this id");
    auto found = like_document(*snapshot, **searcher, **number, asked, request);
    if (!found) return stopped_or_failed(request, found.error());
    like = std::move(*found);
    of.add_string("document", *document).add("words", like.words).add("formulas", like.formulas);
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
  for (const auto* part : {&formulas, &nearest}) {
    if (!*part) return stopped_or_failed(request, part->error());
  }
  JsonObject object;
  object.add("of", of.text())
      .add_real("took_ms", watch.milliseconds())
      .add_number("offset", asked.offset)
      .add_number("limit", asked.limit)
      .add("formulas", *formulas)
      .add("nearest", *nearest)
      .add("documents", like.documents)
      .add_number("total", like.total)
      .add_bool("total_is_exact", like.is_exact)
      .add("notes", "[]");
  return answer(*snapshot, object.text());
}

}  // namespace noether::server
