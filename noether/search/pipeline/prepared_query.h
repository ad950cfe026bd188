// A query prepared for the stages of a search: its terms, its formulas with similar formulas of the
// index, and the documents that may be results.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/contexts/declared_kinds.h"
#include "noether/search/is_over.h"
#include "noether/search/pipeline/formula_lists.h"
#include "noether/search/pipeline/query_terms.h"
#include "noether/search/pipeline/search_weights.h"
#include "noether/search/present/positions.h"
#include "noether/search/query/query.h"
#include "noether/search/retrieval/allowed_units.h"
#include "noether/search/retrieval/searched_index.h"

namespace noether::search {

// This object must not move, because sources keep pointers to it. All arguments must outlive it.
class PreparedQuery {
 public:
  // Searches for the formulas immediately if a source of the weights or the query needs them. An
  // error about a formula contains the place in the text of the query.
  static base::Result<std::unique_ptr<PreparedQuery>> make(const SearchedIndex& in,
                                                           FormulaSearcher& formulas,
                                                           const Query& query,
                                                           const SearchWeights& weights,
                                                           double equal_seconds = kEqualSeconds,
                                                           const IsOver& is_over = {});

  const SearchedIndex& searched() const { return searched_; }
  const index::IndexReader& index() const { return *searched_.index; }
  const Query& query() const { return *query_; }
  const SearchWeights& weights() const { return *weights_; }
  const QueryTerms& terms() const { return terms_; }
  const IsOver& is_over() const { return terms_.filter.is_over; }
  base::Result<void> go_on() const { return search::go_on(is_over()); }

  // The formulas of the query, which determine restrictions, counts and marks.
  const std::vector<FormulaList>& formulas() const { return formulas_; }
  // The same formulas before the search.
  std::vector<FormulaList> unsearched_formulas() const;
  // The same formulas searched in the given mode; those above if the mode is the same.
  base::Result<std::vector<FormulaList>> formulas_by(FormulaMode mode,
                                                     FormulaSearcher& searcher) const;
  // The number of wanted similar formulas for each formula of the query.
  std::uint32_t formula_depth() const { return formula_depth_; }
  // Whether a source ranks the formulas by their postings.
  bool ranks_formulas() const { return ranks_formulas_; }

  // Tests all requirements and exclusions, except those of phrases.
  bool allows(std::uint32_t document) const {
    return is_in(allowed_, document) && formulas_allow(document);
  }
  bool restricts_formulas() const;
  bool formulas_allow(std::uint32_t document) const;
  // The documents that the filter alone allows, by segment.
  base::Result<std::vector<AllowedUnits>> allowed_by(const Filter& filter) const;
  bool is_in(std::span<const AllowedUnits> allowed, std::uint32_t document) const;

  // Phrases are looked up in the stored text, once for each document.
  bool has_phrases() const { return positions_.has_phrases(); }
  base::Result<bool> phrases_allow(std::uint32_t document);
  PositionFinder& positions() { return positions_; }

 private:
  PreparedQuery(const SearchedIndex& in, const Query& query, const SearchWeights& weights)
      : searched_(in), query_(&query), weights_(&weights), positions_(query) {}

  base::Result<void> leave_out_missing_spaces();
  std::optional<FormulaMode> mode_of_sources();
  base::Result<void> look_for(FormulaMode mode, FormulaSearcher& searcher,
                              std::vector<FormulaList>& lists) const;

  SearchedIndex searched_;
  const Query* query_;
  const SearchWeights* weights_;
  PositionFinder positions_;
  WhereDocuments where_;
  QueryTerms terms_;
  std::vector<FormulaList> formulas_;
  std::optional<FormulaMode> mode_;  // of the search for the formulas
  double equal_seconds_ = kEqualSeconds;
  std::uint32_t formula_depth_ = 0;
  bool ranks_formulas_ = false;
  std::vector<AllowedUnits> allowed_;  // by segment
  std::unordered_map<std::uint32_t, bool> phrases_known_;
};

// The documents that may be results of the query, whether it finds them or not: those that satisfy
// its filters, requirements and exclusions. Null if the query has none of these.
base::Result<std::shared_ptr<const DocumentSet>> documents_left(const SearchedIndex& in,
                                                                FormulaSearcher& formulas,
                                                                const Query& query);

// Whether words of the query can find a document.
bool has_words(const Query& query);
// Whether a filter alone can be enough for a result: "mean value" OR tag:calculus.
bool filters_suffice(const Query& query);

}  // namespace noether::search
