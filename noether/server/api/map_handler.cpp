// GET /api/v1/map: the places of the collection's formulas in the plane; /map/dots: the formulas at
// some of the dots; /map/found: the dots of the formulas that a search finds.
//
// Dots are numbered in the order of the map. The numbers are valid for one map only, so every
// response says which map it is about.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "noether/base/json_text.h"
#include "noether/index/nearest_formulas.h"
#include "noether/search/map/formula_map.h"
#include "noether/server/api/api.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/formula_json.h"
#include "noether/server/api/parts.h"
#include "noether/server/api/search_request.h"

namespace noether::server {
namespace {

using base::JsonObject;
using search::FormulaMap;
using search::MapDot;

// The map of a small collection is ready within this time; for a larger one the client asks again.
constexpr std::chrono::milliseconds kPatience{2000};
constexpr std::size_t kMostDotsDescribed = 50;
constexpr std::size_t kLongestNumber = 10;

template <typename Value>
std::string numbers_json(const std::vector<MapDot>& dots, Value MapDot::* member) {
  std::string json = "[";
  for (const MapDot& dot : dots) {
    if (json.size() > 1) json += ',';
    fmt::format_to(std::back_inserter(json), "{}", static_cast<std::uint32_t>(dot.*member));
  }
  return json + "]";
}

std::string topics_json(const FormulaMap& map) {
  std::vector<std::int64_t> counts(search::kOtherTopic + std::size_t{1});
  for (const MapDot& dot : map.dots) ++counts[dot.topic];
  std::vector<std::string> topics;
  for (std::size_t i = 0; i < map.topics.size(); ++i) {
    topics.push_back(
        JsonObject().add_string("name", map.topics[i]).add_number("dots", counts[i]).text());
  }
  return base::json_array(topics);
}

std::string map_json(const Snapshot& snapshot, const FormulaMap& map, JsonObject object) {
  return object.add_string("map", snapshot.etag)
      .add_string("model", map.model)
      .add_number("formulas", static_cast<std::int64_t>(map.formulas))
      .add_number("readable", static_cast<std::int64_t>(map.readable))
      .add_number("vectors", static_cast<std::int64_t>(map.vectors))
      .add_number("dots", static_cast<std::int64_t>(map.dots.size()))
      .add_string("by", map.topics_by)
      .add("topics", topics_json(map))
      .add("x", numbers_json(map.dots, &MapDot::x))
      .add("y", numbers_json(map.dots, &MapDot::y))
      .add("topic", numbers_json(map.dots, &MapDot::topic))
      .text();
}

// The reason why the vectors of an index make no map; empty if they make one.
base::Error lack_of_vectors(const index::VectorStatistics& has) {
  if (has.models.empty()) {
    return {
        "the index has no vectors of formulas", {}, "add them with `noether embed-index INDEX`"};
  }
  if (has.models.size() > 1) {
    return {"the index has vectors of several models, which cannot be compared",
            {},
            "make them again with `noether embed-index INDEX`"};
  }
  return {};
}

// The map if it is ready, otherwise null. Does not wait.
const FormulaMap* made_map(const Snapshot& snapshot) {
  const MapMaker::Made* const made = snapshot.map->ask(std::chrono::milliseconds(0));
  return made != nullptr && made->has_value() ? &**made : nullptr;
}

Response no_map_yet() {
  return not_found("this commit has no map yet", "request /api/v1/map until the map is ready");
}

base::Result<std::string> dot_json(const Snapshot& snapshot, const FormulaMap& map,
                                   std::uint32_t number) {
  const MapDot& dot = map.dots[number];
  const index::IndexReader& index = *snapshot.index;
  const auto formula = describe_formula(index, dot.formula);
  if (!formula) return std::unexpected(formula.error());
  const auto places = places_of(index, *formula);
  if (!places) return std::unexpected(places.error());
  base::Result<std::string> occurrence = "null";
  if (!places->empty()) occurrence = occurrence_json(index, places->front());
  if (!occurrence) return occurrence;
  return JsonObject()
      .add_number("dot", number)
      .add_string_or_null("id", formula->id)
      .add_string("latex", formula->latex)
      .add_string("spoken", spoken_formula(formula->latex))
      .add_number("formulas", dot.formulas)
      .add_number("occurrences", static_cast<std::int64_t>(formula->places))
      .add_string_or_null("topic", dot.topic < map.topics.size() ? map.topics[dot.topic] : "")
      .add("occurrence", *occurrence)
      .text();
}

}  // namespace

Response show_map(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  if (auto problem = arguments.finish()) return *std::move(problem);
  JsonObject object;
  const index::VectorStatistics has = index::vector_statistics(*snapshot->index);
  if (has.damage) return failure(*has.damage);
  if (const base::Error lack = lack_of_vectors(has); !lack.message.empty()) {
    object.add_bool("available", false)
        .add("progress", "null")
        .add_string("reason", lack.message)
        .add_string("hint", lack.hint);
    return answer(*snapshot, map_json(*snapshot, {}, object));
  }
  const MapMaker::Made* const made = snapshot->map->ask(kPatience);
  if (made == nullptr) {
    object.add_bool("available", false)
        .add_real("progress", snapshot->map->progress())
        .add("reason", "null")
        .add("hint", "null");
    // This response has no ETag, because the next one differs.
    return json_response(map_json(*snapshot, {}, object) + "\n");
  }
  if (!*made) return failure(made->error());
  object.add_bool("available", true).add("progress", "1").add("reason", "null").add("hint", "null");
  return answer(*snapshot, map_json(*snapshot, **made, object));
}

Response show_dots(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  const std::vector<std::string> asked = arguments.texts("dot", kMostDotsDescribed, kLongestNumber);
  if (auto problem = arguments.finish()) return *std::move(problem);
  const FormulaMap* const map = made_map(*snapshot);
  if (map == nullptr) return no_map_yet();
  std::vector<std::string> dots;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    std::uint32_t number = 0;
    const char* const end = asked[i].data() + asked[i].size();
    const auto read = std::from_chars(asked[i].data(), end, number);
    if (read.ec != std::errc() || read.ptr != end) {
      return arguments.unreadable("dot", asked[i], {"this is not the number of a dot", {}, {}});
    }
    if (number >= map->dots.size()) return not_found("the map has no dot of this number");
    auto dot = dot_json(*snapshot, *map, number);
    if (!dot) return failure(dot.error());
    dots.push_back(std::move(*dot));
  }
  return answer(
      *snapshot,
      JsonObject().add_string("map", snapshot->etag).add("dots", base::json_array(dots)).text());
}

Response find_dots(const SnapshotPointer& snapshot, const Request& request) {
  auto read = read_search(*snapshot, request);
  if (!read) return std::move(read.error());
  const FormulaMap* const map = made_map(*snapshot);
  if (map == nullptr) return no_map_yet();
  auto searcher = snapshot->searchers->borrow();
  if (!searcher) return failure(searcher.error());
  search::Query query = read->query;
  apply_mode(read->mode, read->weights, query);
  (*searcher)->set_weights(read->weights);
  base::Result<search::Results> results = search::Results();
  if (!query.clauses.empty()) {
    constexpr double kSecondsOfEquals = 0.5;
    results = (*searcher)->search(query, {.top = 1,
                                          .ranked = read->offset + read->limit,
                                          .equal_seconds = seconds_for(request, kSecondsOfEquals),
                                          .is_over = [&] { return request.is_over(); }});
  }
  if (!results) return stopped_or_failed(request, results.error());
  std::vector<std::uint32_t> dots;
  std::int64_t documents = 0;
  for (std::size_t i = read->offset; i < results->ranked.size(); ++i, ++documents) {
    for (const auto& [document, dot] : map->dots_of(results->ranked[i].unit)) dots.push_back(dot);
  }
  std::ranges::sort(dots);
  const auto repeated = std::ranges::unique(dots);
  dots.erase(repeated.begin(), repeated.end());
  return answer(*snapshot, JsonObject()
                               .add_string("map", snapshot->etag)
                               .add_number("documents", documents)
                               .add("dots", fmt::format("[{}]", fmt::join(dots, ",")))
                               .text());
}

}  // namespace noether::server
