// What a learned ranking knows of a query and a candidate: similarities between 0 and 1.
#pragma once

#include <array>
#include <string_view>

#include "bench/ranking/formula_store.h"
#include "bench/ranking/path_score.h"

namespace noether::bench {

// clang-format off
#define NOETHER_PAIR_FEATURES(X) \
  X(path) X(path_structure) X(path_symbols) X(path_precision) X(tuples) X(tuple_cosine) \
  X(tuple_recall) X(layout_recall) X(layout_precision) X(layout_exact) X(operator_recall) \
  X(operator_precision) X(operator_exact) X(operator_edit) X(layout_edit) X(visual) \
  X(structural) X(alpha) X(meaning) X(variables) X(numbers) X(operators) X(label_recall) \
  X(size_ratio) X(larger) X(smaller) X(same_root) X(contains_query) X(contained_in_query) \
  X(common_part) X(sequence) X(operator_edit_part) X(operator_edit_of_part) X(layout_edit_part) \
  X(renamed_edit) X(renamed_edit_part) X(renamed_layout_edit) X(path_cosine) \
  X(path_symbol_cosine) X(names) X(name_recall) X(label_dice) X(rare_recall) X(drawn_dice) \
  X(feedback) X(path_rank) X(tuple_rank)
// clang-format on

enum class PairFeature : std::uint8_t {
#define NOETHER_ENTRY(name) name,
  NOETHER_PAIR_FEATURES(NOETHER_ENTRY)
#undef NOETHER_ENTRY
};
inline constexpr std::string_view kPairFeatureNames[] = {
#define NOETHER_ENTRY(name) #name,
    NOETHER_PAIR_FEATURES(NOETHER_ENTRY)
#undef NOETHER_ENTRY
};
inline constexpr std::size_t kPairFeatureCount = std::size(kPairFeatureNames);

using PairFeatures = std::array<double, kPairFeatureCount>;

inline double& value_of(PairFeatures& features, PairFeature feature) {
  return features[static_cast<std::size_t>(feature)];
}

double tuple_cosine(const FormulaStore& store, const StoredFormula& a, const StoredFormula& b);

// All but those that need the whole ranking (feedback, *_rank).
PairFeatures pair_features(const FormulaStore& store, const StoredFormula& query,
                           const StoredFormula& candidate, PathScorer& paths);

}  // namespace noether::bench
