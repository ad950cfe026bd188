// The documents of an index in the order of one query.
//
// Lists by words and by formulas are fused; when the query has only one of them, that list is the
// ranking. Phrases are looked up in the stored texts at the end, from the best document down,
// and only until there are enough.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "noether/search/candidates/formula_lists.h"
#include "noether/search/candidates/retrieval/allowed_units.h"
#include "noether/search/document_table.h"
#include "noether/search/present/positions.h"
#include "noether/search/query/query_parts.h"
#include "noether/search/query/query_terms.h"
#include "noether/search/semantic/formula_encoder.h"

namespace noether::search {

// How many documents have as many parts of the query (query_parts.h) as any result has.
struct DocumentCount {
  std::uint64_t documents = 0;  // threads, where they are what is counted
  // There may be more: stored texts must be read for phrases, and only so many were.
  bool at_least = false;
  // So many parts, all of them when it is words + formulas. Where it is 0, the documents have
  // a formula like one of the query, or just what the query requires.
  std::uint32_t parts = 0;
  std::uint32_t words = 0;
  std::uint32_t formulas = 0;
  // The query has more parts than are counted: these are documents that have something of it.
  bool is_of_long_query = false;
};

class DocumentRanking {
 public:
  // Searches for the formulas at once. All that is given must outlive this. The encoder is for the
  // list `semantic`, which is left out without one.
  static base::Result<DocumentRanking> make(const index::IndexReader& index,
                                            FormulaSearcher& formulas, const Query& query,
                                            const SearchWeights& weights,
                                            const FormulaEncoder* encoder = nullptr,
                                            double equal_seconds = kEqualSeconds,
                                            const IsOver& is_over = {});

  base::Result<void> go_on() const { return search::go_on(terms_.filter.is_over); }

  // Asked again for more, it gives the same ones first, as long as that is not more than the depth
  // of the lists.
  base::Result<std::vector<ScoredUnit>> best(std::uint32_t top);
  // Documents that have what is required and most of what is wanted; when `threads` is given, the
  // threads they are of. 0 when nothing is found. May be asked before `best`, or alone.
  base::Result<DocumentCount> count(const DocumentTable* threads = nullptr);

  // How the last ranking came about.
  struct List {
    std::string_view name;  // text, formulas, paths, semantic
    double weight = 1;
    std::vector<ScoredUnit> units;
  };
  const std::vector<List>& lists() const { return lists_; }
  bool is_fused() const;
  const std::vector<FormulaList>& formulas() const { return formulas_; }
  // Those of the list `paths`; none when it does not count.
  const std::vector<FormulaList>& formulas_by_paths() const { return by_paths_; }
  // Those of the list `semantic`.
  const std::vector<FormulaList>& formulas_by_vectors() const { return by_vectors_; }
  const Query& query() const { return *query_; }
  const QueryTerms& terms() const { return terms_; }
  // Whoever asks for one formula and nothing else wants documents with that very formula first,
  // then those where it differs by the order of operands, then by names, whatever else they share
  // with the query: this is added to the score of such a document.
  double precedence(std::uint32_t document) const;
  PositionFinder& positions() { return *positions_; }

 private:
  DocumentRanking(const index::IndexReader& index, const Query& query, const SearchWeights& weights)
      : index_(&index),
        query_(&query),
        weights_(&weights),
        positions_(std::make_unique<PositionFinder>(query)) {}

  base::Result<std::vector<AllowedUnits>> allowed_by(const Filter& filter) const;
  bool is_in(std::span<const AllowedUnits> allowed, std::uint32_t document) const;
  // What is required and excluded of formulas.
  bool formulas_allow(std::uint32_t document) const;
  bool restricts_formulas() const;
  std::vector<ScoredUnit> documents_of(const std::vector<FormulaList>& lists) const;
  base::Result<bool> phrases_allow(std::uint32_t document);
  // Documents that are results, by how many parts of the query they have; without phrases only
  // those that have the most.
  base::Result<std::vector<std::vector<std::uint32_t>>> by_parts(const QueryParts& parts) const;
  base::Result<std::vector<ScoredUnit>> by_text(std::uint32_t depth) const;
  std::vector<ScoredUnit> fused(std::uint32_t top) const;
  bool is_one_formula() const;
  void put_same_first(std::vector<ScoredUnit>& units) const;

  const index::IndexReader* index_;
  const Query* query_;
  const SearchWeights* weights_;
  std::unique_ptr<PositionFinder> positions_;
  std::vector<FormulaList> formulas_;
  std::vector<FormulaList> by_paths_;
  std::vector<FormulaList> by_vectors_;
  QueryTerms terms_;
  std::vector<AllowedUnits> allowed_;  // by segment
  std::vector<List> lists_;
  std::unordered_map<std::uint32_t, bool> phrases_known_;
};

}  // namespace noether::search
