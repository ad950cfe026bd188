// Example queries for users, made from the content of an index. Each was tried and finds something.
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
  Renamed,          // a formula of the index with other letters
  Meaning,          // a formula that equals others; for the mode of equal formulas
  Contains,         // a small formula; for the mode of formulas that contain it
  Wildcard,         // ?a for a letter that occurs more than once in a formula
  Phrase,           // two words of a title, and a tag if there is one
};
std::string_view example_name(ExampleKind kind);

struct Example {
  ExampleKind kind = ExampleKind::WordsAndFormula;
  std::string query;
};

// At most one example of each kind, in the order of the kinds; a kind is left out if the index
// gives no example. Examines some hundred documents, spread over the index, and uses their most
// distinctive formulas. Ends early, with the examples made so far, if `is_over` returns true.
base::Result<std::vector<Example>> make_examples(Searcher& searcher, const SearchWeights& weights,
                                                 const IsOver& is_over = {});

}  // namespace noether::search
