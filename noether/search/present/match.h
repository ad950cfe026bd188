// A match of a query in a document.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/error.h"

namespace noether::search {

struct Match {
  std::uint32_t clause = 0;  // in the query
  std::uint32_t field = 0;   // in the document
  base::Span span;           // bytes of the field's text; for a formula only its LaTeX
  bool is_formula = false;
  std::vector<base::Span> parts;  // of a formula: the parts that match the query's; same bytes
  // From 0 to 1: the similarity of a formula to the query's; the rarity of words; the nearness of a
  // match in meaning.
  double score = 1;
  // For a match that is near to the query in meaning: the word that it is near to.
  std::string near = {};

  friend bool operator==(const Match&, const Match&) = default;
};

// The parts of a document that are near to the query in meaning.
struct NearText {
  struct Place {
    std::uint32_t field = 0;  // in the document
    base::Span span;          // bytes of the field's text
  };

  std::vector<Match> matches;    // by field and place
  std::optional<Place> passage;  // the nearest one of the document
};

}  // namespace noether::search
