// A map of the formulas of an index: one dot for each different vector, near its neighbours, in the
// colour of the topic of its documents.
// Vectors of any model are compared by their cosines alone. A map is a function of a commit and the
// options. If there are more vectors than dots, the map shows a sample spread evenly over the
// index.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_table.h"
#include "noether/search/is_over.h"

namespace noether::search {

// The number of topics that a legend can distinguish.
inline constexpr std::uint8_t kMostTopics = 12;
inline constexpr std::uint8_t kOtherTopic = kMostTopics;

// The topics of the formulas of a collection, for the colours of a map: the most frequent tags of
// its documents; in a collection without tags their sources, or else their kinds.
class MapTopics {
 public:
  explicit MapTopics(const DocumentTable& documents);

  std::string_view by() const { return by_; }  // tag, source, kind
  const std::vector<std::string>& names() const { return names_; }
  // The topic that most of these documents have. Among equally frequent topics the rarer one of the
  // collection is chosen, because it is more specific. kOtherTopic if they have none.
  std::uint8_t topic_of(std::span<const std::uint32_t> documents) const;

 private:
  const DocumentTable& documents_;
  std::string_view by_;
  std::vector<std::string> names_;      // the most frequent first
  std::vector<std::uint8_t> topic_of_;  // by the number of the tag, source or kind
};

inline constexpr std::uint32_t kMostMapDots = 40'000;

struct MapDot {
  std::uint16_t x = 0;  // the map is a square, and its dots touch two of its sides
  std::uint16_t y = 0;  // upwards
  std::uint8_t topic = 0;
  std::uint32_t formula = 0;   // the first one that has the vector, as in IndexReader
  std::uint32_t formulas = 0;  // the number of formulas that have it

  friend bool operator==(const MapDot&, const MapDot&) = default;
};

struct FormulaMap {
  std::string model;
  std::string topics_by;  // tag, source, kind
  // At most kMostTopics; dots without one have the number kOtherTopic.
  std::vector<std::string> topics;
  std::vector<MapDot> dots;
  std::uint64_t vectors = 0;   // distinct vectors of each segment
  std::uint64_t readable = 0;  // formulas that have a vector
  std::uint64_t formulas = 0;  // of the index

  // The dots of the formulas in a document, ascending. Formulas that occur in more documents than
  // kMostDocumentsOfDot count only in the first of these, because they say little about the others.
  std::span<const std::pair<std::uint32_t, std::uint32_t>> dots_of(std::uint32_t document) const;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> documents_and_dots;  // ascending
};

inline constexpr std::size_t kMostDocumentsOfDot = 64;

struct FormulaMapOptions {
  std::uint32_t most_dots = kMostMapDots;
  std::uint32_t epochs = 0;  // 0: a default that depends on the number of dots
  std::uint64_t seed = 1;
  // Called for each piece of work, from 0 to its end.
  std::function<void(std::string_view work, std::uint64_t done, std::uint64_t of)> on_progress = {};
  IsOver is_over = {};
};

// Returns an error with advice if the index has no vectors, or vectors of several models. The map
// has no dots if no formula has a vector.
base::Result<FormulaMap> make_formula_map(const index::IndexReader& index,
                                          const DocumentTable& documents,
                                          const FormulaMapOptions& options = {});

}  // namespace noether::search
