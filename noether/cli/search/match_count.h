// How many results match, in words: what they have of the query. The page says the same
// (web/src/components/match_count.ts).
#pragma once

#include <string>

#include "noether/search/document_ranking.h"

namespace noether::cli {

// "12 results have both words and the formula"; empty for a query of more parts than are counted.
std::string match_text(const search::DocumentCount& count);

}  // namespace noether::cli
