// Queries to begin with, made from what an index holds. Each was tried and finds something.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/is_over.h"
#include "noether/search/search.h"

namespace noether::search {

enum class ExampleKind : std::uint8_t {
  WordsAndFormula,  // both from one document
  Renamed,          // a formula of the index in other letters
  Meaning,          // a formula that others equal; for the mode of equal formulas
  Contains,         // a small formula; for the mode of formulas that contain it
  Wildcard,         // ?a for a letter that a formula has more than once
  Phrase,           // two words of a title, and a tag where there is one
};
std::string_view example_name(ExampleKind kind);

struct Example {
  ExampleKind kind = ExampleKind::WordsAndFormula;
  std::string query;
};

// At most one of each kind, in the order of the kinds; fewer for an index that has nothing of the
// kind. Looks at some hundred documents, spread over all, and takes from them the formulas that say
// most. Ends early, with those made so far, when `is_over` says so.
base::Result<std::vector<Example>> make_examples(Searcher& searcher, const SearchWeights& weights,
                                                 const IsOver& is_over = {});

}  // namespace noether::search
