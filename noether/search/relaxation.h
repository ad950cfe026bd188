// Suggestions when nothing was found: the nearest queries that find something.
#pragma once

#include <string>
#include <vector>

#include "noether/search/search.h"

namespace noether::search {

struct Relaxation {
  std::string change;  // for people: without tag:algebra; "limit" for "limti"
  Query query;         // its text is set
  DocumentCount count;
};

// Tries changes of one clause each, in this order: words and values of filters that are not in the
// index become the nearest ones that are, filters are dropped, phrases become words, required
// clauses become wanted, excluded clauses are dropped, letters of required formulas become
// wildcards. If no such change is enough, all requirements are dropped at once. Returns only
// changes that find something. Each is a separate search. Returns an error if `is_over` becomes
// true.
base::Result<std::vector<Relaxation>> relaxations(Searcher& searcher, const Query& query,
                                                  std::size_t most = 5, const IsOver& is_over = {});

}  // namespace noether::search
