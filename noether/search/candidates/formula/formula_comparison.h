// Compares candidates with one query, tree by tree: the features of the learned ranking.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/collection_statistics.h"
#include "noether/search/candidates/formula/common_subtree.h"
#include "noether/search/candidates/formula/first_step.h"
#include "noether/search/candidates/formula/flat_layout.h"
#include "noether/search/candidates/formula/flat_tree.h"
#include "noether/search/candidates/formula/formula_features.h"
#include "noether/search/candidates/formula/formula_hit.h"
#include "noether/search/candidates/formula/formula_query.h"
#include "noether/search/candidates/formula/label_overlap.h"
#include "noether/search/candidates/formula/path_query.h"
#include "noether/search/candidates/formula/path_scorer.h"
#include "noether/search/candidates/formula/sibling_overlap.h"
#include "noether/search/candidates/formula/tree_edit.h"

namespace noether::search {

// Keeps its working memory from one query to the next. Not for two threads.
class FormulaComparison {
 public:
  // `step` is the first step of the query.
  base::Result<void> assign(const index::CollectionStatistics& statistics,
                            const FormulaQuery& query, const FirstStep& step);

  // `first_score` is the candidate's score in the first step.
  // All features but those of edits and of layout trees, which stay 0.
  FormulaFeatures compare(const FlatTree& candidate, double first_score, Sameness sameness);
  // These, which take longer.
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
  double average_leaves_ = 1;                  // of these
  double own_path_ = 1;
  double own_structure_ = 1;
};

// Sets the rarity of each prefix of the query among the formulas of the collection.
base::Result<void> set_rarities(const index::CollectionStatistics& statistics, PathQuery& query);

}  // namespace noether::search
