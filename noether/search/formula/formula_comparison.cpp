#include "noether/search/formula/formula_comparison.h"

#include <algorithm>
#include <cmath>

#include "noether/index/analysis/spaces.h"

namespace noether::search {

base::Result<void> set_rarities(const index::IndexReader& index, PathQuery& query) {
  const double units = std::max(1U, index.units(index::space::paths));
  for (std::uint32_t i = 0; i < query.nodes().size(); ++i) {
    if (query.nodes()[i].weights == 0) continue;
    const auto frequency = index.frequency(index::space::paths, query.nodes()[i].key);
    if (!frequency) return std::unexpected(frequency.error());
    // A prefix that no formula has is only the query's own: half a formula.
    query.set_rarity(i, std::log(units / std::max(0.5, static_cast<double>(*frequency))));
  }
  return {};
}

base::Result<void> FormulaComparison::assign(const index::IndexReader& index,
                                             const FormulaQuery& query, double own_first) {
  own_first_ = std::max(own_first, 1e-9);
  query_.assign(query.formula().operators);
  const auto is_wildcard = [&](std::size_t node) {
    return query.wildcard(query_.sources()[node]) != 0;
  };
  paths_.assign(query_, is_wildcard);
  if (const auto set = set_rarities(index, paths_); !set) return set;
  labels_.assign(query_);
  edit_.assign(query_.nodes());
  const PathScore own = path_scorer_.score(paths_, query_);
  own_path_ = std::max(own.score, 1e-9);
  own_structure_ = std::max(1U, own.structure);
  return {};
}

FormulaFeatures FormulaComparison::compare(const FlatTree& candidate, double first_score,
                                           Sameness sameness) {
  FormulaFeatures features{};
  const auto set = [&](FormulaFeature feature, double value) {
    value_of(features, feature) = value;
  };
  using enum FormulaFeature;
  set(first, first_score / own_first_);
  const PathScore paths = path_scorer_.score(paths_, candidate);
  set(path, paths.score / own_path_);
  set(path_structure, paths.structure / own_structure_);
  const SubtreeSimilarity common = subtree_.compare(query_.nodes(), candidate.nodes());
  set(subtree_recall, common.recall);
  set(subtree_precision, common.precision);
  set(subtree_exact, common.exact_recall);
  const EditSimilarity edits = edit_.compare(candidate.nodes());
  set(edit, edits.whole);
  set(edit_part, edits.part);
  set(drawing, sameness == Sameness::drawing ? 1 : 0);
  set(renaming, sameness >= Sameness::renaming ? 1 : 0);
  set(meaning, sameness >= Sameness::meaning ? 1 : 0);
  const LabelSimilarity shared = labels_.compare(candidate);
  set(labels, shared.recall);
  set(numbers, shared.numbers);
  set(words, shared.words);
  set(word_recall, shared.word_recall);
  return features;
}

}  // namespace noether::search
