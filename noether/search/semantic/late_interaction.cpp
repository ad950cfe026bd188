#include "noether/search/semantic/late_interaction.h"

#include <algorithm>

#include "noether/index/nearest_passages.h"

namespace noether::search {

base::Result<void> meet_document(const index::IndexReader& index, const index::VectorSet& set,
                                 std::uint32_t document, const embedding::LateQuery& query,
                                 NearestTokens& nearest) {
  const auto passages = index::passages_of(index, document, set);
  if (!passages) return std::unexpected(passages.error());
  for (const index::Passage& passage : *passages) {
    if (passage.tokens.empty()) continue;
    query.meet(passage.tokens, nearest.best);
    nearest.has_met = true;
  }
  return {};
}

NearestTokens together(const NearestTokens& a, const NearestTokens& b) {
  NearestTokens both = a;
  for (std::size_t i = 0; i < both.best.size(); ++i) {
    both.best[i] = std::max(both.best[i], b.best[i]);
  }
  both.has_met = a.has_met || b.has_met;
  return both;
}

double late_score(const NearestTokens& nearest) {
  return nearest.has_met ? embedding::late_score(nearest.best) : 0;
}

}  // namespace noether::search
