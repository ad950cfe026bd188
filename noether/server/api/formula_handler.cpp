// POST /api/v1/parse: a formula as trees and in other notations, and whether the index contains it.
// GET /api/v1/formula/{id}: the trees of a formula, its places, equal formulas and near formulas;
// and /api/v1/formula/{id}/occurrences: all its places, as a stream.
#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <unordered_set>

#include "noether/formula/formula.h"
#include "noether/formula/formula_io.h"
#include "noether/server/api/api.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/formula_json.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

constexpr std::array<std::string_view, 4> kNotations = {"latex", "mathml", "prefix", "sexpr"};
constexpr std::array<formula::Notation, 4> kReadAs = {
    formula::Notation::Latex, formula::Notation::MathML, formula::Notation::Prefix,
    formula::Notation::SExpression};
constexpr std::size_t kLongest = std::size_t{64} << 10;

}  // namespace

Response parse_formula(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  const std::string text = arguments.required_text("latex", kLongest);
  const formula::Notation notation = kReadAs[arguments.choice("notation", kNotations)];
  if (auto problem = arguments.finish()) return *std::move(problem);
  thread_local formula::FormulaReader reader;
  formula::Formula formula;
  if (const auto read = reader.read(notation, text, formula); !read) {
    return arguments.unreadable("latex", text, read.error());
  }
  const bool is_missing = formula.operators.empty() ||
                          formula.operators.op(formula.operators.root()) == formula::Op::Missing;
  if (formula.layout.empty() && is_missing) {
    return arguments.unreadable("latex", text,
                                {"there is no formula here", {}, "write LaTeX, e.g. \\frac{a}{b}"});
  }
  if (const base::Error* limit = formula::exceeded_limit(formula)) {
    return arguments.unreadable("latex", text, *limit);
  }
  const bool is_latex = notation == formula::Notation::Latex;
  std::string latex = text;
  if (!is_latex) {
    latex.clear();
    formula::write_formula(formula::Notation::Latex, formula, latex);
  }
  base::JsonObject object;
  add_formula(formula, latex, is_latex ? std::string_view(text) : std::string_view(), object);
  const auto found = find_formula(*snapshot->index, formula_id(latex));
  if (!found) return failure(found.error());
  object.add_number("places", *found ? static_cast<std::int64_t>((*found)->places) : 0);
  return json_response(object.text() + "\n");
}

namespace {

using base::json_string;
using base::JsonObject;

constexpr std::uint64_t kMostOccurrencesLeftOut = 1'000'000;
constexpr std::uint64_t kMostNeighbours = 200;
constexpr std::size_t kMostEqual = 50;
constexpr std::size_t kMostWritten = 20;
constexpr double kSecondsOfEqual = 0.5;
constexpr std::size_t kOccurrencesPerChunk = 16;

Response no_such_formula() {
  return not_found("no formula of the index has this id",
                   "other responses list ids with their formulas");
}

base::Result<std::string> occurrences_json(const index::IndexReader& index,
                                           const std::vector<index::Place>& places,
                                           std::size_t offset, std::size_t limit) {
  std::size_t documents = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i == 0 || places[i].document != places[i - 1].document) ++documents;
  }
  std::vector<std::string> results;
  for (std::size_t i = offset; i < std::min(places.size(), offset + limit); ++i) {
    auto occurrence = occurrence_json(index, places[i]);
    if (!occurrence) return occurrence;
    results.push_back(std::move(*occurrence));
  }
  return JsonObject()
      .add_number("total", static_cast<std::int64_t>(places.size()))
      .add_number("documents", static_cast<std::int64_t>(documents))
      .add_number("offset", static_cast<std::int64_t>(offset))
      .add_number("limit", static_cast<std::int64_t>(limit))
      .add("results", base::json_array(results))
      .text();
}

std::string renamed_json(const search::EqualFormula& equal) {
  std::vector<std::string> pairs;
  for (const auto& [from, to] : equal.renamed) {
    pairs.push_back(JsonObject().add_string("from", from).add_string("to", to).text());
  }
  return base::json_array(pairs);
}

// A formula that is drawn the same is the formula itself, and is not listed.
base::Result<std::string> equal_json(const Snapshot& snapshot, const IndexedFormula& formula,
                                     const Request& request) {
  std::vector<std::string> formulas;
  search::EqualFormulaList equal;
  if (const auto query = search::FormulaQuery::read(formula.latex)) {
    auto searcher = snapshot.searchers->borrow();
    if (!searcher) return std::unexpected(searcher.error());
    auto found = (*searcher)->formulas().find_equal(*query, seconds_for(request, kSecondsOfEqual),
                                                    [&] { return request.is_over(); });
    if (!found) return std::unexpected(found.error());
    equal = std::move(*found);
  }
  std::unordered_set<std::string> known = {formula.id};
  for (const search::EqualFormula& one : equal.formulas) {
    if (formulas.size() == kMostEqual) break;
    const auto described = describe_formula(*snapshot.index, one.formula);
    if (!described) return std::unexpected(described.error());
    if (described->id.empty() || described->places == 0) continue;
    if (!known.insert(described->id).second) continue;
    formulas.push_back(JsonObject()
                           .add_string("id", described->id)
                           .add_string("latex", described->latex)
                           .add_string("spoken", spoken_formula(described->latex))
                           .add_string("verdict", algebra::verdict_name(one.verdict))
                           .add_string("reason", one.reason)
                           .add_string("same", search::sameness_name(one.sameness))
                           .add("renamed", renamed_json(one))
                           .add_number("occurrences", static_cast<std::int64_t>(described->places))
                           .text());
  }
  return JsonObject()
      .add("formulas", base::json_array(formulas))
      .add_number("untried", equal.untried)
      .add_number("undecided", equal.undecided)
      .text();
}

base::Result<std::string> written_json(const index::IndexReader& index,
                                       const IndexedFormula& formula) {
  std::vector<std::string> texts;
  std::unordered_set<std::string> known = {formula.latex};
  for (const std::uint32_t number : formula.numbers) {
    if (texts.size() == kMostWritten) break;
    const auto stored = index.formula(number);
    if (!stored) return std::unexpected(stored.error());
    if (known.insert(stored->latex).second) texts.push_back(json_string(stored->latex));
  }
  return base::json_array(texts);
}

}  // namespace

Response show_formula(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  const auto offset =
      static_cast<std::size_t>(arguments.whole("offset", 0, 0, kMostOccurrencesLeftOut));
  const auto limit = static_cast<std::size_t>(arguments.whole("limit", 10, 1, 100));
  const auto neighbours =
      static_cast<std::uint32_t>(arguments.whole("nearest", 24, 0, kMostNeighbours));
  if (auto problem = arguments.finish()) return *std::move(problem);
  const index::IndexReader& index = *snapshot->index;
  const auto found = find_formula(index, request.path_value("id"));
  if (!found) return failure(found.error());
  if (!*found) return no_such_formula();
  const IndexedFormula& formula = **found;

  JsonObject object;
  thread_local formula::FormulaReader reader;
  formula::Formula trees;
  // The warnings report the parts that cannot be read.
  if (!reader.read(formula::Notation::Latex, formula.latex, trees)) trees.clear();
  add_formula(trees, formula.latex, formula.latex, object);
  const auto places = places_of(index, formula);
  if (!places) return failure(places.error());
  const auto occurrences = occurrences_json(index, *places, offset, limit);
  if (!occurrences) return failure(occurrences.error());
  const auto equal = equal_json(*snapshot, formula, request);
  if (!equal) return stopped_or_failed(request, equal.error());
  auto searcher = snapshot->searchers->borrow();
  if (!searcher) return failure(searcher.error());
  const auto nearest =
      nearest_json(*snapshot, (*searcher)->formulas(), formula.latex, formula.id, neighbours);
  if (!nearest) return failure(nearest.error());
  const auto written = written_json(index, formula);
  if (!written) return failure(written.error());
  object.add("occurrences", *occurrences)
      .add("equal", *equal)
      .add("nearest", *nearest)
      .add("written", *written);
  return answer(*snapshot, object.text());
}

Response list_occurrences(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  if (auto problem = arguments.finish()) return *std::move(problem);
  const auto found = find_formula(*snapshot->index, request.path_value("id"));
  if (!found) return failure(found.error());
  if (!*found) return no_such_formula();
  auto places = places_of(*snapshot->index, **found);
  if (!places) return failure(places.error());
  Response response;
  response.content_type = "application/x-ndjson";
  response.etag = snapshot->etag;
  // A place that cannot be read breaks the stream off. The part already sent cannot be taken back,
  // but the client sees that the stream is incomplete.
  response.chunks =
      [snapshot, next = std::size_t{0},
       all = std::make_shared<const std::vector<index::Place>>(std::move(*places))]() mutable {
        std::string chunk;
        const std::size_t end = std::min(all->size(), next + kOccurrencesPerChunk);
        for (; next < end; ++next) {
          const auto line = occurrence_json(*snapshot->index, (*all)[next]);
          if (!line) throw std::runtime_error(line.error().message);
          chunk += *line + "\n";
        }
        return chunk;
      };
  return response;
}

}  // namespace noether::server
