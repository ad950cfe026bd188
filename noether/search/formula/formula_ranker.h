// The second step of a search for similar formulas: compares them with the query tree by tree, and
// ranks them by a learned combination of similarities (formula_weights.h). Expensive features are
// computed for fewer and fewer of the best candidates, and can only raise a score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/latex/reader.h"
#include "noether/index/collection_statistics.h"
#include "noether/search/formula/common_subtree.h"
#include "noether/search/formula/first_step.h"
#include "noether/search/formula/flat_tree.h"
#include "noether/search/formula/formula_hit.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/formula_search_options.h"
#include "noether/search/formula/formula_weights.h"
#include "noether/search/formula/overlap.h"
#include "noether/search/formula/path_query.h"
#include "noether/search/formula/path_search.h"
#include "noether/search/formula/tree_edit.h"
#include "noether/search/retrieval/searched_index.h"

namespace noether::search {

// Compares candidates with one query, tree by tree: the features of the learned ranking.
// Reuses its working memory from one query to the next. Not thread-safe.
class FormulaComparison {
 public:
  // `step` is the first step of the query.
  base::Result<void> assign(const index::CollectionStatistics& statistics,
                            const FormulaQuery& query, const FirstStep& step);

  // `first_score` is the candidate's score in the first step.
  // Computes all features except those of edits and of layout trees, which stay 0.
  FormulaFeatures compare(const FlatTree& candidate, double first_score, Sameness sameness);
  // Computes the features of edits, which takes longer.
  void compare_edits(const FlatTree& candidate, FormulaFeatures& features);
  void compare_layout(const FlatLayout& candidate, FormulaFeatures& features);

 private:
  // The first-step score by paths of the candidate that the path scorer read last.
  double first_score_of_paths(std::uint32_t leaves) const;

  FlatTree query_;
  FlatLayout layout_;
  PathQuery paths_;
  PathScorer path_scorer_;
  CommonSubtree subtree_;
  TreeEdit edit_;
  TreeEdit layout_edit_;
  std::vector<std::uint16_t> runs_;
  LabelOverlap labels_;
  SiblingOverlap siblings_;
  FirstScore own_first_;
  std::vector<std::uint64_t> first_prefixes_;  // of the first step, sorted
  double formulas_ = 1;                        // of the collection
  double average_leaves_ = 1;                  // of these formulas
  double own_path_ = 1;
  double own_structure_ = 1;
};

// Reuses its working memory from one query to the next. Not thread-safe. The index must outlive
// this object.
class FormulaRanker {
 public:
  FormulaRanker(const SearchedIndex& in, const FormulaWeights& weights)
      : index_(in.index), statistics_(in.statistics), weights_(weights) {}

  // Returns one list of both, of at most options.top formulas: `hits`, the best first, and below
  // them `rest` in its order. The given scores are those of the first step; the returned scores are
  // those of the ranking.
  base::Result<std::vector<FormulaHit>> rank(const FormulaQuery& query, const FirstStep& step,
                                             std::vector<FormulaHit> hits,
                                             std::vector<FormulaHit> rest,
                                             const FormulaSearchOptions& options);

  // All features of a formula with the given score in the first step.
  base::Result<FormulaFeatures> features(const FormulaQuery& query, const FirstStep& step,
                                         const FormulaHit& hit);

  const FormulaWeights& weights() const { return weights_; }

 private:
  struct Compared {
    std::size_t hit;
    double score;
    FormulaFeatures features;
  };

  base::Result<void> score(std::vector<FormulaHit>& hits, const FormulaSearchOptions& options);
  // Reads the tree of a formula into `candidate_`; it is empty if the formula has no tree or a huge
  // one.
  base::Result<void> read_candidate(std::uint32_t formula);
  base::Result<FormulaFeatures> compare(const FormulaHit& hit);
  base::Result<void> add_edits(std::uint32_t formula, FormulaFeatures& features);
  base::Result<void> add_layout(std::uint32_t formula, FormulaFeatures& features);

  const index::IndexReader* index_;
  const index::CollectionStatistics* statistics_;
  FormulaWeights weights_;
  FormulaComparison comparison_;
  FlatTree candidate_;
  formula::LatexReader latex_reader_;
  formula::LayoutTree drawn_;
  std::vector<base::Error> problems_;
  FlatLayout layout_;
  std::vector<Compared> compared_;
};

}  // namespace noether::search
