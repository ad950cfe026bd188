// GET /api/v1/suggest: completions of the text at the cursor.
#include "noether/base/json_text.h"
#include "noether/base/utf8.h"
#include "noether/server/api/api.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using base::JsonObject;
using search::SuggestionKind;

constexpr std::size_t kLongestQuery = 4096;

std::string_view kind_name(SuggestionKind kind) {
  switch (kind) {
    case SuggestionKind::Command:
      return "operator";
    case SuggestionKind::Tag:
      return "tag";
    case SuggestionKind::Kind:
      return "kind";
    case SuggestionKind::Formula:
      return "formula";
    case SuggestionKind::Word:
      return "word";
  }
  return "";
}

std::string suggestion_json(const search::Suggestion& suggestion) {
  JsonObject object;
  object.add_string("kind", kind_name(suggestion.kind))
      .add_string("text", suggestion.text)
      .add_string("insert", suggestion.insert);
  const bool is_formula = suggestion.kind == SuggestionKind::Formula;
  if (is_formula || suggestion.kind == SuggestionKind::Command) {
    object.add_string("latex", suggestion.text);
  }
  if (const std::string id = is_formula ? formula_id(suggestion.text) : ""; !id.empty()) {
    object.add_string("formula", id);
  }
  if (suggestion.count > 0) object.add_number("count", suggestion.count);
  return object.text();
}

}  // namespace

Response suggest(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  const std::string q = arguments.required_text("q", kLongestQuery);
  const auto cursor =
      static_cast<std::size_t>(arguments.whole("cursor", kLongestQuery, 0, std::uint64_t{1} << 32));
  const auto limit = static_cast<std::size_t>(arguments.whole("limit", 10, 1, 50));
  if (auto problem = arguments.finish()) return *std::move(problem);
  const search::Suggestions made =
      snapshot->catalogue->suggester.suggest(q, base::byte_of_utf16(q, cursor), limit);
  std::vector<std::string> suggestions;
  for (const search::Suggestion& one : made.suggestions) {
    suggestions.push_back(suggestion_json(one));
  }
  const base::Span units = base::Utf16Places(q).span(made.replaced);
  JsonObject object;
  object.add_number("begin", units.begin)
      .add_number("end", units.end)
      .add_bool("in_formula", made.in_formula)
      .add("suggestions", base::json_array(suggestions));
  return answer(*snapshot, object.text());
}

}  // namespace noether::server
