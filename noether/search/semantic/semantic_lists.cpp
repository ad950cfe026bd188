#include "noether/search/semantic/semantic_lists.h"

#include <algorithm>

#include "noether/index/vectors/nearest_formulas.h"

namespace noether::search {
namespace {

// What is farther off is hardly about the same thing.
constexpr float kLeastCosine = 0.5;

}  // namespace

base::Result<void> search_by_vectors(const index::IndexReader& index, const FormulaEncoder& encoder,
                                     const Query& query, std::uint32_t depth,
                                     std::vector<FormulaList>& lists) {
  if (auto has = index::expect_vectors_of(index, encoder.model()); !has) return has;
  for (FormulaList& list : lists) {
    if (query.clauses[list.clause].occurrence == Occurrence::Excluded) continue;
    const auto vector = encoder.embed(list.query->latex(), formula::Notation::Latex);
    if (!vector) continue;
    const auto near = index::nearest_formulas(index, *vector, {.count = depth});
    if (!near) return std::unexpected(near.error());
    list.is_searched = true;
    for (const index::NearFormula& one : *near) {
      if (one.cosine < kLeastCosine) break;
      list.hits.push_back({.formula = one.formula, .score = static_cast<double>(one.cosine)});
    }
    list.best_of_others = 1;  // a cosine needs no scale
    if (auto found = find_holders(index, list); !found) return found;
  }
  return {};
}

}  // namespace noether::search
