// The formulas of a query, similar formulas of the index, and their documents.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/pipeline/search_weights.h"
#include "noether/search/query/query.h"

namespace noether::search {

struct FormulaList {
  std::uint32_t clause = 0;  // in the query
  std::shared_ptr<const FormulaQuery> query;
  bool is_searched = false;      // large enough to be searched
  std::vector<FormulaHit> hits;  // the best first
  double best_of_others = 0;     // the best score of a formula that is not the same

  // The documents that contain the hits, ascending, and for each the best hit first.
  struct Holder {
    std::uint32_t document = 0;
    std::uint32_t hit = 0;

    friend auto operator<=>(const Holder&, const Holder&) = default;
  };
  std::vector<Holder> holders;

  std::span<const Holder> holders_in(std::uint32_t document) const;
  // The similarity of the hit to the query, from 0 to 1.
  double closeness(std::uint32_t hit) const;
};

// Reads the formulas of a query into its clauses. An error contains the place in the query's text.
base::Result<void> read_formulas(Query& query);

// All formulas of the query, not yet searched. Reads those that were not read before.
base::Result<std::vector<FormulaList>> formula_lists(const Query& query);

// Searches the largest of the wanted formulas and all required and excluded ones, in the given
// mode. For required and excluded formulas, every formula that contains them counts, or fewer if
// the mode is stricter. Each formula gets its share of `equal_seconds`. Returns an error if
// `is_over` becomes true.
base::Result<void> search_formulas(const index::IndexReader& index, FormulaSearcher& searcher,
                                   const Query& query, const SearchWeights& weights,
                                   FormulaMode mode, std::uint32_t depth,
                                   std::vector<FormulaList>& lists,
                                   double equal_seconds = kEqualSeconds,
                                   const IsOver& is_over = {});

// Finds the documents that contain the hits of the list.
base::Result<void> find_holders(const index::IndexReader& index, FormulaList& list,
                                const IsOver& is_over = {});

// Documents by the formulas in them: for each formula of the query the closest one counts. Includes
// only documents that are allowed.
std::vector<ScoredUnit> documents_by_formulas(const Query& query,
                                              std::span<const FormulaList> lists,
                                              const std::function<bool(std::uint32_t)>& allowed);

}  // namespace noether::search
