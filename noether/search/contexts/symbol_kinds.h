// The kinds of the symbols of a formula, over all its places: from the graphs that an index stores,
// or else from sentences that are parsed on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/contexts.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/search/is_over.h"

namespace noether::search {

// One kind of one symbol.
struct SymbolKind {
  PlacedDeclaration said;    // by the first sentence that says so
  std::uint32_t places = 0;  // of the formula for which the kind holds
};

struct SymbolKinds {
  std::vector<SymbolKind> kinds;  // by symbol in the order of the formula, the most frequent first
  std::size_t places = 0;         // that were examined
};

// The maximum number of places of a formula that are examined.
inline constexpr std::size_t kMostKindPlaces = 100;
// The same if sentences have to be parsed, and the maximum number of sentences parsed per document.
inline constexpr std::size_t kMostParsedPlaces = 8;
inline constexpr std::size_t kMostParsedSentences = 6;

// `places` are those of one formula. `graphs` parses sentences if the index has no graphs; if it is
// null, the result is then empty.
base::Result<SymbolKinds> kinds_of_symbols(const index::IndexReader& index,
                                           std::span<const std::string> symbols,
                                           std::span<const index::Place> places,
                                           const SentenceGraphs* graphs,
                                           const IsOver& is_over = {});

// The filter that finds documents in which the symbol is of that kind: where:G=group.
std::string where_filter(const amr::Declaration& declaration);

}  // namespace noether::search
