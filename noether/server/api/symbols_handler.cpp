// GET /api/v1/formula/{id}/symbols: the meaning of a formula and of its symbols, each with a
// sentence that states it.
#include "noether/formula/formula_io.h"
#include "noether/search/contexts/symbol_kinds.h"
#include "noether/server/api/api.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/formula_json.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using base::JsonObject;

constexpr std::size_t kMostKinds = 50;

base::Result<std::string> kind_json(const index::IndexReader& index, const search::SymbolKind& kind,
                                    bool has_filter) {
  const search::PlacedDeclaration& said = kind.said;
  const amr::Declaration& declaration = said.declaration;
  const auto document = index.document(said.document);
  if (!document) return std::unexpected(document.error());
  auto link = link_json(index, said.document);
  if (!link) return link;
  const bool is_found = has_filter && !declaration.is_negated;
  return JsonObject()
      .add_string("symbol", plain_text(declaration.symbol))
      .add_string("kind", plain_text(declaration.kind))
      .add_string("quantifier", declaration.quantifier)
      .add_bool("negated", declaration.is_negated)
      .add_number("places", kind.places)
      .add("sentence", parts_json(document->fields[said.field], said.field, said.sentence))
      .add("document", *link)
      .add_string_or_null("where", is_found ? plain_text(search::where_filter(declaration)) : "")
      .text();
}

std::vector<std::string> subjects_in(std::string_view latex) {
  formula::FormulaReader reader;
  formula::Formula formula;
  if (!reader.read(formula::Notation::Latex, latex, formula)) return {};
  return search::subjects_of(formula);
}

}  // namespace

Response show_symbols(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  if (auto problem = arguments.finish()) return *std::move(problem);
  const index::IndexReader& index = *snapshot->index;
  const auto formula = find_formula(index, request.path_value("id"));
  if (!formula) return failure(formula.error());
  if (!*formula) {
    return not_found("no formula of the index has this id",
                     "other responses list ids with their formulas");
  }
  const auto places = places_of(index, **formula);
  if (!places) return failure(places.error());
  const bool is_stored = search::has_sentence_graphs(index);
  const bool is_available = is_stored || snapshot->graphs != nullptr;
  const auto found =
      search::kinds_of_symbols(index, subjects_in((*formula)->latex), *places,
                               snapshot->graphs.get(), [&request] { return request.is_over(); });
  if (!found) return stopped_or_failed(request, found.error());
  std::vector<std::string> kinds;
  for (const search::SymbolKind& kind : found->kinds) {
    if (kinds.size() == kMostKinds) break;
    auto json = kind_json(index, kind, is_stored);
    if (!json) return failure(json.error());
    kinds.push_back(std::move(*json));
  }
  return answer(
      *snapshot,
      JsonObject()
          .add_bool("available", is_available)
          .add_string_or_null("reason", is_available ? "" : "the server has no parser of sentences")
          .add("symbols", base::json_array(kinds))
          .add_number("places", static_cast<std::int64_t>(found->places))
          .text());
}

}  // namespace noether::server
