#include "noether/search/document_ranking.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace noether::search {
namespace {

// How far the first is ahead of the last. Where they are all alike, anything decides.
double lead_of(std::span<const ScoredUnit> ranking) {
  if (ranking.empty()) return 1;
  const double lead = ranking.front().score - ranking.back().score;
  return lead > 0 ? lead : 1;
}

}  // namespace

SearchStages::SearchStages(const SearchWeights& weights) {
  for (const SourceChoice& choice : weights.sources) {
    if (choice.weight <= 0) continue;
    sources.push_back({choice.kind, choice.weight, choice.kind->make(choice.options)});
  }
  for (const RerankerChoice& choice : weights.rerankers) {
    if (choice.weight <= 0 || choice.first == 0) continue;
    rerankers.push_back({choice, choice.kind->make(choice.options)});
  }
}

base::Result<DocumentRanking> DocumentRanking::make(const SearchedIndex& in, const Query& query,
                                                    const SearchWeights& weights,
                                                    SearchStages& stages, SearchTools& tools,
                                                    double equal_seconds, const IsOver& is_over) {
  DocumentRanking ranking(weights, stages, tools);
  auto prepared = PreparedQuery::make(in, tools.formulas, query, weights, equal_seconds, is_over);
  if (!prepared) return std::unexpected(std::move(prepared.error()));
  ranking.query_ = std::move(*prepared);
  ranking.documents_ = std::make_unique<StoredDocuments>(*in.index);
  for (SearchStages::Source& stage : stages.sources) {
    auto found = stage.source->find(*ranking.query_, tools);
    if (!found) return std::unexpected(std::move(found.error()));
    if (*found == nullptr) continue;
    ranking.lists_.push_back({stage.kind->name, stage.weight, std::move(*found)});
  }
  return ranking;
}

// A list is asked again for another depth, unless it has told all it has.
base::Result<void> DocumentRanking::ask(std::uint32_t depth) {
  for (List& list : lists_) {
    const bool is_whole = list.depth > 0 && list.depth < depth && list.found.is_all;
    if (list.depth == depth || is_whole) continue;
    auto found = list.candidates->best(depth);
    if (!found) return std::unexpected(std::move(found.error()));
    list.found = std::move(*found);
    list.depth = depth;
  }
  return {};
}

bool DocumentRanking::is_fused() const {
  return std::ranges::count(lists_, true, [](const List& list) { return list.found.takes_part; }) >
         1;
}

double DocumentRanking::precedence(std::uint32_t document) const {
  double sum = 0;
  for (const List& list : lists_) {
    if (list.candidates->puts_first()) sum += list.candidates->precedence(document);
  }
  return sum;
}

std::vector<ScoredUnit> DocumentRanking::fused(std::uint32_t top) const {
  std::vector<RankedList> ranked;
  bool puts_first = false;
  for (const List& list : lists_) {
    puts_first = puts_first || list.candidates->puts_first();
    if (list.found.takes_part) ranked.push_back({list.found.units, list.weight});
  }
  std::vector<ScoredUnit> units;
  if (ranked.size() == 1) units.assign(ranked[0].units.begin(), ranked[0].units.end());
  if (ranked.size() > 1) {
    // Where phrases may refuse some, or some come first, it is not known how many are needed.
    units = fuse(ranked, weights_->fusion, query_->has_phrases() || puts_first ? SIZE_MAX : top);
  }
  if (puts_first) {
    for (ScoredUnit& unit : units) unit.score += precedence(unit.unit);
    sort_by_score(units, units.size());
  }
  return units;
}

base::Result<std::vector<ScoredUnit>> DocumentRanking::accepted(std::uint32_t top) {
  for (std::uint32_t depth = std::max(weights_->depth, top);;
       depth = depth > UINT32_MAX / 4 ? UINT32_MAX : depth * 4) {
    if (auto asked = ask(depth); !asked) return std::unexpected(std::move(asked.error()));
    std::vector<ScoredUnit> units = fused(top);
    if (query_->has_phrases()) {
      std::vector<ScoredUnit> kept;
      for (const ScoredUnit& unit : units) {
        if (kept.size() == top) break;
        const auto is_accepted = query_->phrases_allow(unit.unit);
        if (!is_accepted) return std::unexpected(is_accepted.error());
        if (*is_accepted) kept.push_back(unit);
      }
      units = std::move(kept);
    }
    units.resize(std::min<std::size_t>(units.size(), top));
    const bool is_all =
        std::ranges::all_of(lists_, [](const List& list) { return list.found.is_all; });
    if (units.size() == top || is_all) return units;
  }
}

base::Result<void> DocumentRanking::rerank(std::vector<ScoredUnit>& ranking) {
  for (SearchStages::Rerank& stage : stages_->rerankers) {
    const auto count = std::min<std::size_t>(ranking.size(), stage.choice.first);
    Step step{.stage = &stage, .before = {}, .scored = {}, .weight = stage.choice.weight};
    step.before.assign(ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(count));
    if (stage.choice.kind->weighs_by_lead) step.weight *= lead_of(step.before);
    auto opened = stage.reranker->open(*tools_);
    if (!opened) return opened;
    const TimeBudget budget(stage.choice.budget_ms, stages_->clock);
    const RerankInput input{*query_, step.before, *documents_, *tools_, budget};
    const auto scores = stage.reranker->score(input);
    if (!scores) return std::unexpected(scores.error());
    step.milliseconds = budget.used_ms();
    for (std::size_t i = 0; i < std::min(scores->size(), count); ++i) {
      step.scored.push_back({step.before[i].unit, (*scores)[i]});
    }
    std::vector<ScoredUnit> added = step.scored;
    normalise(added);
    for (std::size_t i = 0; i < added.size(); ++i) {
      ranking[i].score += step.weight * added[i].score;
    }
    std::vector<ScoredUnit> first(ranking.begin(),
                                  ranking.begin() + static_cast<std::ptrdiff_t>(count));
    sort_by_score(first, first.size());
    std::ranges::copy(first, ranking.begin());
    sort_by_score(step.scored, step.scored.size());
    steps_.push_back(std::move(step));
  }
  return {};
}

base::Result<std::vector<ScoredUnit>> DocumentRanking::best(std::uint32_t top) {
  steps_.clear();
  std::uint32_t wanted = top;
  for (const SearchStages::Rerank& stage : stages_->rerankers) {
    wanted = std::max(wanted, stage.choice.first);
  }
  auto ranking = accepted(wanted);
  if (!ranking) return ranking;
  if (auto done = rerank(*ranking); !done) return std::unexpected(std::move(done.error()));
  ranking->resize(std::min<std::size_t>(ranking->size(), top));
  return ranking;
}

std::vector<std::span<const FormulaList>> DocumentRanking::marked() const {
  std::vector<std::span<const FormulaList>> all;
  for (const List& list : lists_) {
    if (const auto marked = list.candidates->marked(); !marked.empty()) all.push_back(marked);
  }
  return all;
}

base::Result<NearText> DocumentRanking::near(std::uint32_t number, const text::Document& document) {
  NearText all;
  for (const SearchStages::Rerank& stage : stages_->rerankers) {
    auto near = stage.reranker->near(*query_, *tools_, number, document);
    if (!near) return near;
    std::ranges::move(near->matches, std::back_inserter(all.matches));
    if (!all.passage) all.passage = near->passage;
  }
  return all;
}

std::vector<StageReport> DocumentRanking::reports() const {
  std::vector<StageReport> reports;
  for (const List& list : lists_) {
    reports.push_back(
        {.name = list.name, .documents = static_cast<std::uint32_t>(list.found.units.size())});
  }
  for (const Step& step : steps_) {
    reports.push_back({.name = step.stage->choice.kind->name,
                       .is_reranker = true,
                       .documents = static_cast<std::uint32_t>(step.scored.size()),
                       .asked = static_cast<std::uint32_t>(step.before.size()),
                       .milliseconds = step.milliseconds});
  }
  return reports;
}

}  // namespace noether::search
