// GET /api/v1/collection: what the index holds.
#include <algorithm>
#include <numeric>

#include "noether/base/json_text.h"
#include "noether/server/api/api.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/search_request.h"

namespace noether::server {
namespace {

using base::JsonObject;

constexpr std::size_t kMostNames = 200;

std::string names_json(const search::NameTable& names) {
  std::vector<std::uint32_t> numbers(names.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::ranges::sort(numbers, [&](std::uint32_t a, std::uint32_t b) {
    return names.count(a) != names.count(b) ? names.count(a) > names.count(b)
                                            : names.name(a) < names.name(b);
  });
  numbers.resize(std::min(numbers.size(), kMostNames));
  std::vector<std::string> facets;
  for (const std::uint32_t number : numbers) {
    facets.push_back(JsonObject()
                         .add_string("value", names.name(number))
                         .add_number("count", names.count(number))
                         .text());
  }
  return base::json_array(facets);
}

std::string examples_json(const Snapshot& snapshot) {
  std::vector<std::string> examples;
  for (const search::Example& example : snapshot.examples()) {
    const std::string_view mode = example.kind == search::ExampleKind::Meaning    ? "meaning"
                                  : example.kind == search::ExampleKind::Contains ? "contains"
                                                                                  : "similar";
    examples.push_back(JsonObject()
                           .add_string("kind", search::example_name(example.kind))
                           .add_string("q", example.query)
                           .add_string("mode", mode)
                           .text());
  }
  return base::json_array(examples);
}

// The indexes, in the order in which they were named.
std::string indexes_json(const Snapshot& snapshot) {
  const search::NameTable& names = snapshot.catalogue->documents.indexes();
  std::vector<std::string> indexes;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    indexes.push_back(JsonObject()
                          .add_string("name", names.name(i))
                          .add_number("documents", names.count(i))
                          .add_number("formulas", snapshot.index->members()[i].formulas)
                          .text());
  }
  return base::json_array(indexes);
}

}  // namespace

Response describe_collection(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  if (auto problem = arguments.finish()) return *std::move(problem);
  const index::IndexReader& index = *snapshot->index;
  const search::DocumentTable& table = snapshot->catalogue->documents;
  std::string dates = "null";
  if (table.first_date() != 0) {
    dates = JsonObject()
                .add_string("from", search::date_text(table.first_date()))
                .add_string("to", search::date_text(table.last_date()))
                .text();
  }
  std::vector<std::string> modes;
  for (const std::string_view mode : search_mode_names()) modes.push_back(base::json_string(mode));
  JsonObject vectors;
  vectors.add_bool("available", snapshot->encoder != nullptr)
      .add_string_or_null("reason",
                          snapshot->encoder ? "" : "the index has no vectors of formulas");
  JsonObject object;
  object.add_number("documents", index.documents() - index.deleted_documents())
      .add_number("formulas", index.formulas())
      .add_number("generation", static_cast<std::int64_t>(index.generation()))
      .add("kinds", names_json(table.kinds()))
      .add("tags", names_json(table.tags()))
      .add("sources", names_json(table.sources()))
      .add("dates", dates)
      .add("vectors", vectors.text())
      .add_string_or_null("reranker",
                          snapshot->cross_encoder ? snapshot->cross_encoder->name() : "")
      .add("modes", base::json_array(modes))
      .add("indexes", indexes_json(*snapshot))
      .add("examples", examples_json(*snapshot));
  return answer(*snapshot, object.text());
}

}  // namespace noether::server
