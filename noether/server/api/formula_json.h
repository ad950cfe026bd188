// Formulas in responses: those of the index, and the trees of any formula and its other notations.
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

// Formulas of the index in responses: identified by their drawing, so that all segments and all
// ways to write a formula give one formula.
struct IndexedFormula {
  std::string id;
  std::string latex;
  std::vector<std::uint32_t> numbers;  // of those that are drawn the same
  std::uint64_t places = 0;            // without those in deleted documents
};

// The formula with this drawing; empty if it occurs nowhere.
base::Result<std::optional<IndexedFormula>> find_formula(const index::IndexReader& index,
                                                         std::string_view id);
// The formula with this number, with all that are drawn the same. Its id is empty if no part of it
// can be read; then it is identified by its number alone.
base::Result<IndexedFormula> describe_formula(const index::IndexReader& index,
                                              std::uint32_t formula);

// Its places, by document and place.
base::Result<std::vector<index::Place>> places_of(const index::IndexReader& index,
                                                  const IndexedFormula& formula);

// Formulas in the given order, without those that are drawn like an earlier one and those that
// occur nowhere; at most this many.
base::Result<std::vector<IndexedFormula>> distinct_formulas(const index::IndexReader& index,
                                                            std::span<const std::uint32_t> formulas,
                                                            std::size_t most);

// {document, field, snippet} of one place.
base::Result<std::string> occurrence_json(const index::IndexReader& index,
                                          const index::Place& place);

// {available, reason, formulas}: the formulas with the nearest vectors, among equally near ones
// those that look most like the formula first, with places on a small map around it. Without
// vectors the reason says why. `formulas` is a searcher of the snapshot's index.
base::Result<std::string> nearest_json(const Snapshot& snapshot, search::FormulaSearcher& formulas,
                                       std::string_view latex, std::string_view own_id,
                                       std::uint32_t count);

// Larger trees are cut: people do not read them, and they would be nested too deeply for many JSON
// readers.
inline constexpr std::size_t kMostTreeNodes = 1000;

// {label, children: [{edge, node}], span}. `source` is the text the tree was read from; without
// one there are no spans.
std::string layout_tree_json(const formula::LayoutTree& tree, std::string_view source,
                             bool& truncated);
std::string operator_tree_json(const formula::OperatorTree& tree, std::string_view source,
                               bool& truncated);

// id, latex, mathml, content_mathml, prefix, sexpr, both trees, warnings.
void add_formula(const formula::Formula& formula, std::string_view latex, std::string_view source,
                 base::JsonObject& object);

}  // namespace noether::server
