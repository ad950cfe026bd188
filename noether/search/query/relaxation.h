// What to search for instead when nothing was found: the nearest queries that find something.
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

// Changes of one clause each, in this order: words and values of filters that the index does not
// have become the nearest that it has, filters go, phrases become words, what is required becomes
// wanted, what is excluded goes, letters of required formulas become wildcards. When no such change
// is enough, all requirements go at once. Only those that find something. Each is a search of its
// own; when `is_over` says so, there is an error instead.
base::Result<std::vector<Relaxation>> relaxations(Searcher& searcher, const Query& query,
                                                  std::size_t most = 5, const IsOver& is_over = {});

}  // namespace noether::search
