// A query in the form that retrieval needs: weighted terms in the spaces of documents, and a filter
// of terms; and the number of parts of a query that each document has.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/declared_kinds.h"
#include "noether/search/is_over.h"
#include "noether/search/pipeline/formula_lists.h"
#include "noether/search/pipeline/search_weights.h"
#include "noether/search/query/query.h"
#include "noether/search/retrieval/query.h"

namespace noether::search {

struct QueryTerms {
  std::vector<SpaceQuery> spaces;  // words, context, comments, document tuples: those with a weight
  // Of words and filters only: required formulas and phrases are not terms.
  Filter filter;
  std::unordered_map<std::uint64_t, std::string> words;  // by key, to explain scores
};

// The terms of a word in a document: in its own text, in the titles around it, in its comments.
std::vector<TermOfSpace> places_of_word(const std::string& stem);

// `where` contains the documents of the filters `where:` (contexts/declared_kinds.h).
QueryTerms terms_of(const Query& query, std::span<const FormulaList> formulas,
                    const SearchWeights& weights, const WhereDocuments& where = {});

// The filter extended by the wanted words: documents have at least one of them.
Filter filter_of_wanted(const QueryTerms& terms);

// Counts the parts of a query that each document has.
// The parts of a query are its formulas and its words, except those that nearly every text has. A
// document has a word if it occurs in its own text, in the titles around it, in its tags or in its
// comments. It has a formula if it contains one that is the same up to the order of operands and
// the names of variables; in a strict mode, every result has it by definition. Phrases, filters and
// alternatives (a OR b) are not parts, because every result has them.
class QueryParts {
 public:
  // A query with more parts than this is a pasted text: the number of documents that have all of it
  // is of no interest, and counting them would take long. Such a query has no parts.
  static constexpr std::uint32_t kMost = 32;

  // Reads the lists of all words once.
  static base::Result<QueryParts> find(const index::IndexReader& index, const Query& query,
                                       std::span<const FormulaList> formulas,
                                       const IsOver& is_over = {});

  bool are_too_many() const { return are_too_many_; }
  std::uint32_t words() const { return words_; }
  std::uint32_t formulas() const { return formulas_; }
  // The number of parts that the document has.
  std::uint32_t in(std::uint32_t document) const { return counts_.empty() ? 0 : counts_[document]; }

 private:
  base::Result<void> add_word(const index::IndexReader& index, const std::string& stem,
                              const IsOver& is_over);
  void add_formula(const FormulaList& list, bool is_strict);

  bool are_too_many_ = false;
  std::uint32_t words_ = 0;
  std::uint32_t formulas_ = 0;
  std::vector<std::uint8_t> counts_;  // by document
};

}  // namespace noether::search
