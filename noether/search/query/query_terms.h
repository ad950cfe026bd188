// A query as retrieval wants it: weighted terms in the spaces of documents, and a filter of terms.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/search/candidates/formula_lists.h"
#include "noether/search/candidates/retrieval/query.h"
#include "noether/search/contexts/declared_kinds.h"
#include "noether/search/profile/search_weights.h"
#include "noether/search/query/query.h"

namespace noether::search {

struct QueryTerms {
  std::vector<SpaceQuery> spaces;  // words, context, comments, document tuples: those that count
  // Words and filters only: formulas and phrases that are required are no terms.
  Filter filter;
  std::unordered_map<std::uint64_t, std::string> words;  // by key, to explain scores
};

// The places of a word in a document: in its own text, in the titles around it, in its comments.
std::vector<TermOfSpace> places_of_word(const std::string& stem);

// `where` are the documents of the filters `where:` (contexts/declared_kinds.h).
QueryTerms terms_of(const Query& query, std::span<const FormulaList> formulas,
                    const SearchWeights& weights, const WhereDocuments& where = {});

// The filter extended by the wanted words: documents have at least one of them.
Filter filter_of_wanted(const QueryTerms& terms);

}  // namespace noether::search
