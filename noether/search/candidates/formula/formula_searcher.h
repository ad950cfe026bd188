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
#include "noether/search/candidates/formula/formula_hit.h"
#include "noether/search/candidates/formula/formula_query.h"
#include "noether/search/candidates/formula/formula_search_options.h"
#include "noether/search/candidates/formula/formula_weights.h"
#include "noether/search/candidates/retrieval/searched_index.h"
#include "noether/search/is_over.h"

namespace noether::search {

// Keeps its working memory from one search to the next. Not for two threads. What it
// searches must outlive it.
class FormulaSearcher {
 public:
  explicit FormulaSearcher(const SearchedIndex& in,
                           const FormulaWeights& weights = shipped_formula_weights());
  FormulaSearcher(FormulaSearcher&&) noexcept;
  FormulaSearcher& operator=(FormulaSearcher&&) noexcept;
  ~FormulaSearcher();

  base::Result<std::vector<FormulaHit>> search(const FormulaQuery& query,
                                               const FormulaSearchOptions& options = {});

  // Formulas that something else has found, those that look most like the query first: what is the
  // same but for names before all others, these by the score of similar ones. What is only worth
  // the same is not the same here. All are in the list; trees are compared of as many as the
  // options say.
  base::Result<std::vector<FormulaHit>> order_by_looks(const FormulaQuery& query,
                                                       std::span<const std::uint32_t> formulas,
                                                       const FormulaSearchOptions& options = {});

  // Every formula that equals the query, the strictest sameness first: what shares its fingerprint
  // is compared by algebra, for at most so many seconds in all, and left out when it is refuted.
  // What was not compared or not decided is counted. When `is_over` says so, there is an error
  // instead.
  base::Result<EqualFormulaList> find_equal(const FormulaQuery& query,
                                            double seconds = kEqualSeconds,
                                            const IsOver& is_over = {});

  // What the score of a formula is made of, as if it were among those compared tree by tree.
  base::Result<std::vector<FormulaScorePart>> explain(const FormulaQuery& query,
                                                      std::uint32_t formula);

  // The same before weighting, for whoever learns weights.
  base::Result<FormulaFeatures> features(const FormulaQuery& query, std::uint32_t formula);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::search
