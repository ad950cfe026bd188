// Where the score of a document comes from, stage by stage.
#include <algorithm>
#include <utility>

#include "noether/search/document_ranking.h"

namespace noether::search {
namespace {

constexpr std::string_view kFirstName = "same formula first";

// What a list alone would give to one of its documents after the fusion.
double contribution_of(const RankedList& list, const Fusion& fusion, std::uint32_t document) {
  const auto fused = fuse({&list, 1}, fusion, list.units.size());
  const auto it = std::ranges::find(fused, document, &ScoredUnit::unit);
  return it == fused.end() ? 0 : it->score;
}

void add_details(std::vector<ScoreDetail> details, std::vector<ScoreComponent>& components) {
  for (ScoreDetail& detail : details) {
    components.push_back({.name = std::move(detail.name),
                          .detail = std::move(detail.detail),
                          .score = detail.score});
  }
}

}  // namespace

void DocumentRanking::add_list(const List& list, std::uint32_t document,
                               std::vector<ScoreComponent>& components) const {
  const std::vector<ScoredUnit>& units = list.found.units;
  const auto at = std::ranges::find(units, document, &ScoredUnit::unit);
  components.push_back({.name = std::string(list.name),
                        .detail = {},
                        .score = at->score,
                        .rank = static_cast<std::uint32_t>(at - units.begin()) + 1,
                        .contribution = is_fused() ? contribution_of({units, list.weight},
                                                                     weights_->fusion, document)
                                                   : at->score,
                        .weight = list.weight});
}

base::Result<std::vector<ScoreComponent>> DocumentRanking::explain(std::uint32_t document) {
  std::vector<ScoreComponent> components;
  if (const double first = precedence(document); first > 0) {
    components.push_back({.name = std::string(kFirstName), .detail = {}, .score = first});
  }
  for (const List& list : lists_) {
    const std::vector<ScoredUnit>& units = list.found.units;
    if (std::ranges::find(units, document, &ScoredUnit::unit) == units.end()) continue;
    add_list(list, document, components);
    auto details = list.candidates->explain(document);
    if (!details) return std::unexpected(std::move(details.error()));
    add_details(std::move(*details), components);
  }
  for (const Step& step : steps_) {
    const auto at = std::ranges::find(step.scored, document, &ScoredUnit::unit);
    if (at == step.scored.end()) continue;
    std::vector<ScoredUnit> added = step.scored;
    normalise(added);
    const auto place = static_cast<std::size_t>(at - step.scored.begin());
    components.push_back({.name = std::string(step.stage->choice.kind->name),
                          .detail = {},
                          .score = at->score,
                          .rank = static_cast<std::uint32_t>(place) + 1,
                          .contribution = step.weight * added[place].score,
                          .weight = step.weight});
    const TimeBudget no_limit(0, stages_->clock);
    const auto candidate = std::ranges::find(step.before, document, &ScoredUnit::unit);
    auto details =
        step.stage->reranker->explain({*query_, step.before, *documents_, *tools_, no_limit},
                                      static_cast<std::size_t>(candidate - step.before.begin()));
    if (!details) return std::unexpected(std::move(details.error()));
    add_details(std::move(*details), components);
  }
  return components;
}

}  // namespace noether::search
