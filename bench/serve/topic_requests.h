// Searches made of ARQMath's topics: their titles, which are words and formulas, and formulas of
// their questions with the words around them.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"

namespace noether::bench {

// The queries of the topics in these files, in a fixed mixture; only those that can be read.
base::Result<std::vector<std::string>> topic_queries(const std::vector<std::string>& files);

// GET /api/v1/search for a query, as it goes over the wire.
std::string search_request(const std::string& query);

}  // namespace noether::bench
