// What the symbols of a formula are, wherever it stands: by the graphs that an index keeps, else by
// sentences that are parsed when it is asked.
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
  std::uint32_t places = 0;  // of the formula for which it holds
};

struct SymbolKinds {
  std::vector<SymbolKind> kinds;  // by symbol in the order of the formula, the most frequent first
  std::size_t places = 0;         // that were looked at
};

// Of so many places of a formula what its symbols are is read.
inline constexpr std::size_t kMostKindPlaces = 100;
// Where sentences are parsed, of fewer; and so many sentences of the document of each.
inline constexpr std::size_t kMostParsedPlaces = 8;
inline constexpr std::size_t kMostParsedSentences = 6;

// `places` are those of one formula. `graphs` parses where the index has no graphs; null: then
// nothing is known.
base::Result<SymbolKinds> kinds_of_symbols(const index::IndexReader& index,
                                           std::span<const std::string> symbols,
                                           std::span<const index::Place> places,
                                           const SentenceGraphs* graphs,
                                           const IsOver& is_over = {});

// The filter that finds documents in which the symbol is of that kind: where:G=group.
std::string where_filter(const amr::Declaration& declaration);

}  // namespace noether::search
