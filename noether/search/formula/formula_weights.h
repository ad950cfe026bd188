// The features of the learned ranking for a query and a candidate, numbers from 0 to about 1, and
// their weights, from a small text file.
//   # Learned by bench/formula_search on ARQMath's judgements.
//   first 0.31
//   path 0.24
// Features that are not listed have weight 0.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::search {

// first           the score of the first step, over that of the query itself
// tuples          the part of it that layout tuples give, over that of the query itself
// path            the path score, over that of the query itself
// path_structure  the same without symbols and length
// subtree_*       the largest common part of the operator trees (common_subtree.h)
// edit*           edits between the operator trees (tree_edit.h)
// layout_*        both for the layout trees, and the longest run of symbols drawn in both
// drawing, renaming, meaning   1 when the formulas are the same in this sense
// labels, symbols, numbers, words, word_recall   symbols and words in common (overlap.h)
// siblings        pairs of operands in common (overlap.h)
// dots            1 when both leave something out by dots, or neither does
// dots_kept       0 if the query does and the candidate does not, else 1
// same_root       1 when both roots are of one kind: two equations, two sums
// clang-format off
#define NOETHER_FORMULA_FEATURES(X) \
  X(First, first) X(Tuples, tuples) X(Path, path) X(PathStructure, path_structure) \
  X(SubtreeRecall, subtree_recall) X(SubtreePrecision, subtree_precision) \
  X(SubtreeExact, subtree_exact) X(Edit, edit) X(EditPart, edit_part) X(Drawing, drawing) \
  X(Renaming, renaming) X(Meaning, meaning) X(Labels, labels) X(Symbols, symbols) \
  X(Siblings, siblings) X(Numbers, numbers) \
  X(Words, words) X(WordRecall, word_recall) X(Dots, dots) X(DotsKept, dots_kept) \
  X(SameRoot, same_root) X(LayoutRecall, layout_recall) X(LayoutPrecision, layout_precision) \
  X(LayoutExact, layout_exact) X(LayoutEdit, layout_edit) X(LayoutEditPart, layout_edit_part) \
  X(LayoutRun, layout_run)
// clang-format on

enum class FormulaFeature : std::uint8_t {
#define NOETHER_ENTRY(id, name) id,
  NOETHER_FORMULA_FEATURES(NOETHER_ENTRY)
#undef NOETHER_ENTRY
};
inline constexpr std::string_view kFormulaFeatureNames[] = {
#define NOETHER_ENTRY(id, name) #name,
    NOETHER_FORMULA_FEATURES(NOETHER_ENTRY)
#undef NOETHER_ENTRY
};
inline constexpr std::size_t kFormulaFeatures = std::size(kFormulaFeatureNames);

using FormulaFeatures = std::array<double, kFormulaFeatures>;

inline double& value_of(FormulaFeatures& features, FormulaFeature feature) {
  return features[static_cast<std::size_t>(feature)];
}

using FormulaWeights = FormulaFeatures;

// An error contains the place of the wrong line.
base::Result<FormulaWeights> parse_formula_weights(std::string_view text);
std::string write_formula_weights(const FormulaWeights& weights);

// The weights that were built into the program.
const FormulaWeights& shipped_formula_weights();

// The files of weights/, compiled into the library.
struct ShippedWeightFile {
  std::string_view name;  // e.g. weights/formula.weights
  std::string_view text;
};

std::span<const ShippedWeightFile> shipped_weight_files();

}  // namespace noether::search
