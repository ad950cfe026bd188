// Finds formulas of an index: similar ones, those that contain the query, those that equal it.
//
//   FormulaSearcher searcher(index);
//   const auto query = FormulaQuery::read(R"(\frac{a}{b} + ?x)");
//   const auto hits = searcher.search(*query, {.top = 20});
//
// Similar formulas are found in two steps. Postings of path prefixes and of layout tuples score all
// formulas that share anything with the query (first_step.h). The best of these, and those that are
// the same as the query in some sense, are then compared with it tree by tree (formula_ranker.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/formula/formula_hit.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/formula_search_options.h"
#include "noether/search/formula/formula_weights.h"
#include "noether/search/is_over.h"
#include "noether/search/retrieval/searched_index.h"

namespace noether::search {

// Reuses its working memory from one search to the next. Not thread-safe. The index must outlive
// this object.
class FormulaSearcher {
 public:
  explicit FormulaSearcher(const SearchedIndex& in,
                           const FormulaWeights& weights = shipped_formula_weights());
  FormulaSearcher(FormulaSearcher&&) noexcept;
  FormulaSearcher& operator=(FormulaSearcher&&) noexcept;
  ~FormulaSearcher();

  base::Result<std::vector<FormulaHit>> search(const FormulaQuery& query,
                                               const FormulaSearchOptions& options = {});

  // Orders formulas that another search has found by their appearance: those that are the same up
  // to names come first, the others follow by the score of similar formulas. Equal values alone do
  // not make formulas the same here. All formulas stay in the list; the options limit how many
  // trees are compared.
  base::Result<std::vector<FormulaHit>> order_by_looks(const FormulaQuery& query,
                                                       std::span<const std::uint32_t> formulas,
                                                       const FormulaSearchOptions& options = {});

  // Finds every formula that is equal to the query, the strictest sameness first. Algebra compares
  // formulas with the same fingerprint, for at most this many seconds in all, and refuted ones are
  // left out. Formulas that were not compared or not decided are counted. Returns an error if
  // `is_over` becomes true.
  base::Result<EqualFormulaList> find_equal(const FormulaQuery& query,
                                            double seconds = kEqualSeconds,
                                            const IsOver& is_over = {});

  // The parts of a formula's score, as if it were among those compared tree by tree.
  base::Result<std::vector<FormulaScorePart>> explain(const FormulaQuery& query,
                                                      std::uint32_t formula);

  // The same before weighting, for learning weights.
  base::Result<FormulaFeatures> features(const FormulaQuery& query, std::uint32_t formula);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Joins formulas of several segments with the same LaTeX: each segment numbers them separately, but
// a user sees one formula. The formulas are in the given order, each followed by the later ones
// with the same LaTeX.
base::Result<std::vector<std::vector<std::uint32_t>>> group_by_latex(
    const index::IndexReader& index, std::span<const std::uint32_t> formulas);

}  // namespace noether::search
