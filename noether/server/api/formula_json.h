// Formulas in responses: those of the index, and the trees and other notations of any formula.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/json_text.h"
#include "noether/formula/formula.h"
#include "noether/index/index_reader.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/server/state.h"

namespace noether::server {

// A formula of the index in responses. It is identified by its drawing, so that all segments and
// all ways to write a formula yield one formula.
struct IndexedFormula {
  std::string id;
  std::string latex;
  std::vector<std::uint32_t> numbers;  // of the formulas drawn the same
  std::uint64_t places = 0;            // without those in deleted documents
};

// The formula with this drawing; empty if it occurs nowhere.
base::Result<std::optional<IndexedFormula>> find_formula(const index::IndexReader& index,
                                                         std::string_view id);
// The formula with this number, together with all formulas drawn the same. If no part of it can be
// read, its id is empty, and only its number identifies it.
base::Result<IndexedFormula> describe_formula(const index::IndexReader& index,
                                              std::uint32_t formula);

// Its places, ordered by document and place.
base::Result<std::vector<index::Place>> places_of(const index::IndexReader& index,
                                                  const IndexedFormula& formula);

// The formulas in the given order, at most `most`. Formulas drawn like an earlier one and formulas
// that occur nowhere are left out.
base::Result<std::vector<IndexedFormula>> distinct_formulas(const index::IndexReader& index,
                                                            std::span<const std::uint32_t> formulas,
                                                            std::size_t most);

// {document, field, snippet} of one place.
base::Result<std::string> occurrence_json(const index::IndexReader& index,
                                          const index::Place& place);

// {available, reason, formulas}: the formulas with the nearest vectors, with their places on a
// small map around the formula. Formulas that look most like it come first among equally near ones.
// Without vectors, the reason says why. `formulas` is a searcher of the snapshot's index.
base::Result<std::string> nearest_json(const Snapshot& snapshot, search::FormulaSearcher& formulas,
                                       std::string_view latex, std::string_view own_id,
                                       std::uint32_t count);

// Larger trees are cut: people do not read them, and many JSON readers refuse such deep nesting.
inline constexpr std::size_t kMostTreeNodes = 1000;

// {label, children: [{edge, node}], span}. `source` is the text the tree was read from; without
// one there are no spans.
std::string layout_tree_json(const formula::LayoutTree& tree, std::string_view source,
                             bool& truncated);
std::string operator_tree_json(const formula::OperatorTree& tree, std::string_view source,
                               bool& truncated);

// Adds id, latex, mathml, content_mathml, prefix, sexpr, both trees and warnings.
void add_formula(const formula::Formula& formula, std::string_view latex, std::string_view source,
                 base::JsonObject& object);

}  // namespace noether::server
