#include "noether/search/candidates/formula_candidates.h"

#include <fmt/format.h>

namespace noether::search {

base::Result<Candidates::List> FormulaCandidates::best(std::uint32_t /*depth*/) {
  return List{.units = documents_by_formulas(
                  query_->query(), lists_,
                  [this](std::uint32_t document) { return query_->allows(document); })};
}

base::Result<std::vector<ScoreDetail>> FormulaCandidates::explain(std::uint32_t document) const {
  std::vector<ScoreDetail> details;
  for (const FormulaList& list : lists_) {
    const auto holders = list.holders_in(document);
    if (holders.empty()) continue;
    const FormulaHit& hit = list.hits[holders.front().hit];
    const auto stored = query_->index().formula(hit.formula);
    if (!stored) return std::unexpected(stored.error());
    details.push_back({.name = std::string(
                           hit.sameness == Sameness::None ? similar_ : sameness_text(hit.sameness)),
                       .detail = fmt::format("{}  for {}", stored->latex, list.query->latex()),
                       .score = list.closeness(holders.front().hit)});
  }
  return details;
}

}  // namespace noether::search
