#include "noether/server/api/formula_json.h"

#include <algorithm>
#include <unordered_set>

#include "noether/base/json_text.h"
#include "noether/search/present/match.h"
#include "noether/search/present/snippet.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using base::JsonObject;

constexpr std::size_t kOccurrenceColumns = 160;

base::Result<void> count_places(const index::IndexReader& index, IndexedFormula& formula) {
  for (const std::uint32_t number : formula.numbers) {
    const auto places = index.places(number);
    if (!places) return std::unexpected(places.error());
    formula.places += places->size();
  }
  return {};
}

}  // namespace

base::Result<std::optional<IndexedFormula>> find_formula(const index::IndexReader& index,
                                                         std::string_view id) {
  const auto digest = base::Digest::from_hex(id);
  if (!digest) return std::nullopt;
  auto numbers = index.find_formulas(index::Identity::Drawing, *digest);
  if (!numbers) return std::unexpected(std::move(numbers.error()));
  if (numbers->empty()) return std::nullopt;
  IndexedFormula formula;
  formula.id = digest->hex();
  formula.numbers = std::move(*numbers);
  const auto stored = index.formula(formula.numbers.front());
  if (!stored) return std::unexpected(stored.error());
  formula.latex = stored->latex;
  if (auto counted = count_places(index, formula); !counted) {
    return std::unexpected(std::move(counted.error()));
  }
  if (formula.places == 0) return std::nullopt;
  return formula;
}

base::Result<IndexedFormula> describe_formula(const index::IndexReader& index,
                                              std::uint32_t formula) {
  auto stored = index.formula(formula);
  if (!stored) return std::unexpected(std::move(stored.error()));
  IndexedFormula described;
  described.id = formula_id(stored->latex);
  described.latex = std::move(stored->latex);
  described.numbers = {formula};
  if (const auto digest = base::Digest::from_hex(described.id)) {
    auto same = index.find_formulas(index::Identity::Drawing, *digest);
    if (!same) return std::unexpected(std::move(same.error()));
    if (std::ranges::find(*same, formula) != same->end()) described.numbers = std::move(*same);
  }
  if (auto counted = count_places(index, described); !counted) {
    return std::unexpected(std::move(counted.error()));
  }
  return described;
}

base::Result<std::vector<index::Place>> places_of(const index::IndexReader& index,
                                                  const IndexedFormula& formula) {
  std::vector<index::Place> all;
  for (const std::uint32_t number : formula.numbers) {
    const auto places = index.places(number);
    if (!places) return std::unexpected(places.error());
    all.insert(all.end(), places->begin(), places->end());
  }
  std::ranges::sort(all);
  return all;
}

base::Result<std::vector<IndexedFormula>> distinct_formulas(const index::IndexReader& index,
                                                            std::span<const std::uint32_t> formulas,
                                                            std::size_t most) {
  std::vector<IndexedFormula> distinct;
  std::unordered_set<std::string> known;
  for (const std::uint32_t number : formulas) {
    if (distinct.size() == most) break;
    auto described = describe_formula(index, number);
    if (!described) return std::unexpected(std::move(described.error()));
    if (described->id.empty() || described->places == 0) continue;
    if (known.insert(described->id).second) distinct.push_back(std::move(*described));
  }
  return distinct;
}

base::Result<std::string> occurrence_json(const index::IndexReader& index,
                                          const index::Place& place) {
  const auto document = index.document(place.document);
  if (!document) return std::unexpected(document.error());
  const base::Span span{place.begin, place.end};
  const std::vector<search::Match> matches = {{.clause = 0,
                                               .field = place.field,
                                               .span = span,
                                               .is_formula = true,
                                               .parts = {span},
                                               .score = 1}};
  const auto link = link_json(index, place.document);
  if (!link) return link;
  JsonObject object;
  object.add("document", *link);
  if (place.field >= document->fields.size()) {
    return object.add_string("field", "").add("snippet", "[]").text();
  }
  // The snippet must be of the field that the place is in, whatever else matches better.
  text::Document alone;
  alone.fields = {document->fields[place.field]};
  std::vector<search::Match> own = matches;
  own.front().field = 0;
  const search::Snippet snippet = search::best_snippet(alone, own, kOccurrenceColumns);
  object.add_string("field", plain_text(alone.fields.front().name))
      .add("snippet", parts_json(alone.fields.front(), 0, snippet.window, own));
  return object.text();
}

}  // namespace noether::server
