#include "noether/search/map/formula_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "noether/index/nearest_formulas.h"
#include "noether/search/map/dot_vectors.h"
#include "noether/search/map/plane_layout.h"

namespace noether::search {

MapTopics::MapTopics(const DocumentTable& documents) : documents_(documents) {
  const NameTable* names = &documents.tags();
  by_ = "tag";
  if (names->size() == 0) {
    const bool has_sources = documents.sources().size() > 1;
    names = has_sources ? &documents.sources() : &documents.kinds();
    by_ = has_sources ? "source" : "kind";
  }
  std::vector<std::uint32_t> order(names->size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return names->count(a) != names->count(b) ? names->count(a) > names->count(b)
                                              : names->name(a) < names->name(b);
  });
  order.resize(std::min<std::size_t>(order.size(), kMostTopics));
  topic_of_.assign(names->size(), kOtherTopic);
  for (const std::uint32_t number : order) {
    topic_of_[number] = static_cast<std::uint8_t>(names_.size());
    names_.push_back(names->name(number));
  }
}

std::uint8_t MapTopics::topic_of(std::span<const std::uint32_t> documents) const {
  std::array<std::uint32_t, kMostTopics + 1> counts{};
  for (const std::uint32_t document : documents) {
    if (by_ == "source") {
      ++counts[topic_of_[documents_.source(document)]];
    } else if (by_ == "kind") {
      ++counts[topic_of_[documents_.kind(document)]];
    } else {
      // In some collections answers have no tags.
      std::span<const std::uint32_t> tags = documents_.tags(document);
      if (tags.empty()) tags = documents_.tags(documents_.thread(document));
      for (const std::uint32_t tag : tags) ++counts[topic_of_[tag]];
    }
  }
  std::uint8_t best = kOtherTopic;
  for (std::uint8_t topic = 0; topic < names_.size(); ++topic) {
    if (counts[topic] == 0) continue;
    if (best == kOtherTopic || counts[topic] >= counts[best]) best = topic;
  }
  return best;
}

namespace {

constexpr std::uint32_t kNeighboursOfDot = 15;
// At most this many of the formulas that share a vector are looked up in documents.
constexpr std::size_t kMostFormulasOfDot = 32;

base::Result<index::VectorStatistics> expect_one_model(const index::IndexReader& index) {
  index::VectorStatistics has = index::vector_statistics(index);
  if (has.damage) return std::unexpected(std::move(*has.damage));
  if (has.models.empty()) {
    return base::fail("the index has no vectors of formulas", {},
                      "add them with `noether embed-index INDEX`");
  }
  if (has.models.size() > 1) {
    return base::fail(fmt::format("the index has vectors of the models '{}' and '{}', which cannot "
                                  "be compared",
                                  has.models[0].name, has.models[1].name),
                      {}, "make them again with `noether embed-index INDEX`");
  }
  return has;
}

struct DotPlaces {
  std::uint32_t formula = 0;             // the first one that occurs in a document
  std::vector<std::uint32_t> documents;  // the first ones with one of its formulas, ascending
};

base::Result<DotPlaces> places_of_dot(const index::IndexReader& index,
                                      std::span<const std::uint32_t> formulas) {
  DotPlaces of;
  for (const std::uint32_t formula :
       formulas.first(std::min(formulas.size(), kMostFormulasOfDot))) {
    const auto places = index.places(formula);
    if (!places) return std::unexpected(places.error());
    if (of.documents.empty()) of.formula = formula;
    for (const index::Place& place : *places) {
      if (of.documents.size() == kMostDocumentsOfDot) break;
      if (std::ranges::find(of.documents, place.document) == of.documents.end()) {
        of.documents.push_back(place.document);
      }
    }
  }
  std::ranges::sort(of.documents);
  return of;
}

// Sets the properties of dots that come from their documents. Removes vectors whose formulas no
// longer occur in any document.
base::Result<void> describe_dots(const index::IndexReader& index, const MapTopics& topics,
                                 const IsOver& is_over, DotVectors& vectors, FormulaMap& map) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < vectors.size(); ++i) {
    if (auto goes = go_on(is_over); !goes) return goes;
    const auto of = places_of_dot(index, vectors.formulas[i]);
    if (!of) return std::unexpected(of.error());
    if (of->documents.empty()) continue;
    for (const std::uint32_t document : of->documents) {
      map.documents_and_dots.emplace_back(document, kept);
    }
    map.dots.push_back({.topic = topics.topic_of(of->documents),
                        .formula = of->formula,
                        .formulas = static_cast<std::uint32_t>(vectors.formulas[i].size())});
    vectors.move(i, kept++);
  }
  vectors.resize(kept);
  std::ranges::sort(map.documents_and_dots);
  return {};
}

// Scales the places to the square and keeps their proportions.
void place_dots(std::span<const PlanePlace> places, std::vector<MapDot>& dots) {
  constexpr float kMost = std::numeric_limits<std::uint16_t>::max();
  if (dots.empty()) return;
  PlanePlace low = places.front();
  PlanePlace high = places.front();
  for (const PlanePlace& place : places) {
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
  const float extent = std::max(high.x - low.x, high.y - low.y);
  const float scale = extent > 0 ? kMost / extent : 0;
  const auto number = [&](float value, float least, float most) {
    const float place = kMost / 2 + (value - (least + most) / 2) * scale;
    return static_cast<std::uint16_t>(std::clamp(std::round(place), 0.0F, kMost));
  };
  for (std::size_t i = 0; i < dots.size(); ++i) {
    dots[i].x = number(places[i].x, low.x, high.x);
    dots[i].y = number(places[i].y, low.y, high.y);
  }
}

}  // namespace

std::span<const std::pair<std::uint32_t, std::uint32_t>> FormulaMap::dots_of(
    std::uint32_t document) const {
  const auto of = std::ranges::equal_range(documents_and_dots, document, {},
                                           &std::pair<std::uint32_t, std::uint32_t>::first);
  return {of.begin(), of.end()};
}

base::Result<FormulaMap> make_formula_map(const index::IndexReader& index,
                                          const DocumentTable& documents,
                                          const FormulaMapOptions& options) {
  const auto has = expect_one_model(index);
  if (!has) return std::unexpected(has.error());
  const auto report = [&](std::string_view work, std::uint64_t done, std::uint64_t of) {
    if (options.on_progress) options.on_progress(work, done, of);
  };
  auto vectors = gather_dots(index, options.most_dots);
  if (!vectors) return std::unexpected(std::move(vectors.error()));
  const MapTopics topics(documents);
  FormulaMap map;
  map.model = has->models.front().name;
  map.topics_by = topics.by();
  map.topics = topics.names();
  map.vectors = has->vectors;
  map.readable = has->readable;
  map.formulas = index.formulas();
  if (auto done = describe_dots(index, topics, options.is_over, *vectors, map); !done) {
    return std::unexpected(std::move(done.error()));
  }
  const auto neighbours = nearest_dots(
      *vectors, kNeighboursOfDot,
      [&](std::uint64_t done) { report("vectors compared", done, vectors->size()); },
      options.is_over);
  if (!neighbours) return std::unexpected(neighbours.error());
  const auto places = lay_out_neighbours(
      *neighbours, principal_places(*vectors, options.seed),
      {.epochs = options.epochs,
       .seed = options.seed,
       .on_epoch = [&](std::uint32_t done,
                       std::uint32_t of) { report("rounds of placing", done, of); },
       .is_over = options.is_over});
  if (!places) return std::unexpected(places.error());
  place_dots(*places, map.dots);
  return map;
}

}  // namespace noether::search
