#include "noether/search/pipeline/source.h"

#include <fmt/format.h>

namespace noether::search {

base::Result<void> expect_spaces(const index::IndexReader& index, const SearchWeights& weights) {
  if (!index.lacks_spaces()) return {};
  for (const SourceChoice& choice : weights.sources) {
    if (choice.weight <= 0 || choice.kind->spaces == nullptr) continue;
    for (const std::uint32_t space : choice.kind->spaces(weights)) {
      auto has = index.expect_space(space);
      if (has) continue;
      has.error().message =
          fmt::format("the list '{}' of the profile: {}", choice.kind->name, has.error().message);
      return has;
    }
  }
  return {};
}

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
