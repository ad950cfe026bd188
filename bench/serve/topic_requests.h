// Search queries from ARQMath's topics: their titles, which have words and formulas, and formulas
// of their questions with the words around them.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"

namespace noether::bench {

// Returns the queries of the topics in these files, in a fixed mixture. Queries that cannot be
// parsed are skipped.
base::Result<std::vector<std::string>> topic_queries(const std::vector<std::string>& files);

// Returns the HTTP request GET /api/v1/search for a query.
std::string search_request(const std::string& query);

}  // namespace noether::bench
