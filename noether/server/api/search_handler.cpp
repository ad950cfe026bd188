// GET and POST /api/v1/search: documents by words and formulas.
#include <algorithm>
#include <utility>

#include "noether/base/json_text.h"
#include "noether/base/utf8.h"
#include "noether/search/relaxation.h"
#include "noether/server/api/api.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/parts.h"
#include "noether/server/api/search_request.h"

namespace noether::server {
namespace {

using base::json_array;
using base::json_string;
using base::JsonObject;

// The number of best results that facets count. If a search finds fewer, facets count all of them.
constexpr std::uint32_t kRanked = 1000;
// Phrases are verified in the stored texts, which is slow.
constexpr std::uint32_t kRankedWithPhrases = 100;
constexpr std::size_t kMostFacetValues = 20;
constexpr double kSecondsOfSearch = 0.5;
constexpr std::size_t kMostRelaxations = 5;

std::string_view occurrence_name(search::Occurrence occurrence) {
  switch (occurrence) {
    case search::Occurrence::Wanted:
      return "wanted";
    case search::Occurrence::Required:
      return "required";
    case search::Occurrence::Excluded:
      return "excluded";
  }
  return "";
}

std::string warnings_json(const search::FormulaQuery& formula) {
  std::vector<std::string> warnings;
  for (const base::Error& problem : formula.formula().diagnostics) {
    warnings.push_back(warning_json(problem, formula.latex()).text());
  }
  return json_array(warnings);
}

// Describes the query as the user typed it. The changes of a mode are left out, because the user
// chose the mode.
std::string query_json(const search::Query& query, const std::vector<std::uint32_t>& searched) {
  std::vector<std::string> formulas;
  std::vector<std::string> words;
  std::vector<std::string> respelled;
  for (std::uint32_t i = 0; i < query.clauses.size(); ++i) {
    const search::Clause& clause = query.clauses[i];
    if (clause.kind == search::ClauseKind::Word || clause.kind == search::ClauseKind::Phrase) {
      words.push_back(json_string(clause.text));
    }
    if (!clause.typed.empty()) {
      respelled.push_back(
          JsonObject().add_string("from", clause.typed).add_string("to", clause.text).text());
    }
    if (clause.kind != search::ClauseKind::Formula) continue;
    const base::Digest& drawing = clause.formula->identity(index::Identity::Drawing);
    JsonObject formula;
    formula.add_string("latex", clause.text);
    const base::Span units = base::Utf16Places(query.text).span(clause.span);
    formula.add_number("begin", units.begin)
        .add_number("end", units.end)
        .add_string_or_null("formula", drawing == base::Digest{} ? "" : drawing.hex())
        .add_string("occurrence", occurrence_name(clause.occurrence))
        .add("warnings", warnings_json(*clause.formula))
        .add_bool("counted", std::ranges::find(searched, i) != searched.end());
    formulas.push_back(formula.text());
  }
  return JsonObject()
      .add_string("text", query.text)
      .add("formulas", json_array(formulas))
      .add("words", json_array(words))
      .add_bool("is_bare_formula", query.is_bare_formula)
      .add_string_or_null("read_as", query.read_as)
      .add("respelled", json_array(respelled))
      .text();
}

// Counts the results with each value. A result counts once for a value, so the count is the number
// of results that remain when the value is chosen as a filter.
class FacetCounter {
 public:
  explicit FacetCounter(const search::NameTable& names)
      : names_(names), counts_(names.size()), last_(names.size(), UINT32_MAX) {}

  // Results come one after another, each with all its values.
  void add(std::uint32_t value, std::uint32_t result) {
    if (last_[value] == result) return;
    last_[value] = result;
    ++counts_[value];
  }
  std::string json() const;

 private:
  const search::NameTable& names_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> last_;  // the last result that counted this value
};

std::string FacetCounter::json() const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] > 0) found.push_back(i);
  }
  const auto most = std::min(found.size(), kMostFacetValues);
  std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(most),
                            [&](std::uint32_t a, std::uint32_t b) {
                              return counts_[a] != counts_[b] ? counts_[a] > counts_[b]
                                                              : names_.name(a) < names_.name(b);
                            });
  found.resize(most);
  std::vector<std::string> values;
  for (const std::uint32_t name : found) {
    values.push_back(JsonObject()
                         .add_string("value", names_.name(name))
                         .add_number("count", counts_[name])
                         .text());
  }
  return json_array(values);
}

struct Facets {
  std::string json;
  std::int64_t results = 0;  // the number of counted results
};

Facets facets_of(const search::DocumentTable& table, const std::vector<search::ScoredUnit>& ranked,
                 bool by_thread) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> units;  // each after its result
  for (const search::ScoredUnit& unit : ranked) {
    units.emplace_back(by_thread ? table.thread(unit.unit) : unit.unit, unit.unit);
  }
  std::ranges::sort(units);
  Facets facets;
  FacetCounter kinds(table.kinds());
  FacetCounter sources(table.sources());
  FacetCounter tags(table.tags());
  FacetCounter indexes(table.indexes());
  std::uint32_t last = UINT32_MAX;
  for (const auto& [result, unit] : units) {
    if (result != last) ++facets.results;
    last = result;
    kinds.add(table.kind(unit), result);
    sources.add(table.source(unit), result);
    for (const std::uint32_t tag : table.tags(unit)) tags.add(tag, result);
    indexes.add(table.index(unit), result);
  }
  facets.json = JsonObject()
                    .add("source", sources.json())
                    .add("tag", tags.json())
                    .add("kind", kinds.json())
                    .add("index", indexes.json())
                    .text();
  return facets;
}

std::string matching_json(const search::DocumentCount& count) {
  if (count.is_of_long_query) return "null";
  return JsonObject()
      .add_number("results", static_cast<std::int64_t>(count.documents))
      .add_bool("is_exact", !count.at_least)
      .add_number("parts", count.parts)
      .add_number("words", count.words)
      .add_number("formulas", count.formulas)
      .text();
}

// The progress of each re-ranker.
std::string reranked_json(const std::vector<search::StageReport>& stages) {
  std::vector<std::string> reranked;
  for (const search::StageReport& stage : stages) {
    if (!stage.is_reranker) continue;
    reranked.push_back(JsonObject()
                           .add_string("name", stage.name)
                           .add_number("documents", stage.documents)
                           .add_number("asked", stage.asked)
                           .add_real("took_ms", stage.milliseconds)
                           .text());
  }
  return json_array(reranked);
}

std::string relaxation_json(std::string_view change, std::string_view q,
                            const search::DocumentCount& count, bool without_filters) {
  return JsonObject()
      .add_string("change", change)
      .add_string("q", q)
      .add_number("count", static_cast<std::int64_t>(count.documents))
      .add_bool("at_least", count.at_least)
      .add_bool("without_filters", without_filters)
      .text();
}

base::Result<std::string> relaxations_json(search::Searcher& searcher, const search::Query& query,
                                           const search::IsOver& is_over) {
  std::vector<std::string> offers;
  if (query.within) {
    search::Query unfiltered = query;
    unfiltered.within = nullptr;
    const auto count = searcher.count(unfiltered, is_over);
    if (!count) return std::unexpected(count.error());
    if (count->documents > 0) {
      offers.push_back(relaxation_json("without the filters", query.text, *count, true));
    }
  }
  const auto relaxed = search::relaxations(searcher, query, kMostRelaxations, is_over);
  if (!relaxed) return std::unexpected(relaxed.error());
  for (const search::Relaxation& one : *relaxed) {
    offers.push_back(relaxation_json(one.change, one.query.text, one.count, false));
  }
  return json_array(offers);
}

}  // namespace

Response search_documents(const SnapshotPointer& snapshot, const Request& request) {
  const Stopwatch watch;
  auto read = read_search(*snapshot, request);
  if (!read) return std::move(read.error());
  auto searcher = snapshot->searchers->borrow();
  if (!searcher) return failure(searcher.error());
  search::Query query = read->query;
  apply_mode(read->mode, read->weights, query);
  (*searcher)->set_weights(read->weights);
  const auto has = [&](search::ClauseKind kind) {
    return std::ranges::find(query.clauses, kind, &search::Clause::kind) != query.clauses.end();
  };
  const std::uint32_t ranked = has(search::ClauseKind::Phrase) ? kRankedWithPhrases : kRanked;
  const auto is_over = [&] { return request.is_over(); };
  base::Result<search::Results> results = search::Results();
  // A query may be empty without its formulas.
  if (!query.clauses.empty()) {
    results = (*searcher)->search(
        query, {.top = read->limit,
                .offset = read->offset,
                .explain = read->explain,
                .marks = search::Marks::Shown,
                .ranked = ranked,
                .count = true,
                .threads = read->by_thread ? &snapshot->catalogue->documents : nullptr,
                .equal_seconds = seconds_for(request, kSecondsOfSearch),
                .is_over = is_over});
  }
  if (!results) return stopped_or_failed(request, results.error());
  std::vector<std::string> found;
  for (const search::FoundDocument& document : results->documents) {
    auto result = result_json(*snapshot->index, document, read->explain);
    if (!result) return failure(result.error());
    found.push_back(std::move(*result));
  }
  base::Result<std::string> relaxed = "[]";
  // Each relaxation is counted by a search of its own, which takes too long with algebra.
  const bool may_relax = read->mode != SearchMode::Meaning && !query.clauses.empty();
  if (found.empty() && read->offset == 0 && may_relax) {
    relaxed = relaxations_json(**searcher, query, is_over);
    if (!relaxed) return stopped_or_failed(request, relaxed.error());
  }
  std::vector<std::string> notes;
  for (const std::string& note : read->notes) notes.push_back(json_string(note));
  if (!read->facets) results->ranked.clear();
  const Facets facets = facets_of(snapshot->catalogue->documents, results->ranked, read->by_thread);
  JsonObject object;
  object.add("query", query_json(read->query, results->searched))
      .add_string("mode", search_mode_names()[static_cast<std::size_t>(read->mode)])
      .add_number("total", results->found)
      .add_bool("total_is_exact", !results->has_more)
      .add("matching", matching_json(results->count))
      .add_real("took_ms", watch.milliseconds())
      .add("reranked", reranked_json(results->stages))
      .add_number("offset", read->offset)
      .add_number("limit", read->limit)
      .add_number("faceted", facets.results)
      .add("facets", facets.json)
      .add("results", json_array(found))
      .add("relaxations", *relaxed)
      .add("notes", json_array(notes));
  return answer(*snapshot, object.text());
}

}  // namespace noether::server
