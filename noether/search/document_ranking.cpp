#include "noether/search/document_ranking.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace noether::search {
namespace {

// The difference between the first and the last score. If all are alike, any difference decides.
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

// Asks each list for the new depth, unless it has already given all its documents.
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
    // If phrases may refuse documents, or some come first, the number that is needed is unknown.
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

// Counting the documents that have most of a query.

namespace {

constexpr std::uint64_t kMostTextsCounted = 500;
constexpr std::uint32_t kCountedBetweenAsks = 8192;

}  // namespace

base::Result<std::vector<std::vector<std::uint32_t>>> DocumentRanking::by_parts(
    const QueryParts& parts) const {
  const index::IndexReader& index = query_->index();
  const std::vector<FormulaList>& formulas = query_->formulas();
  const std::uint32_t of = parts.words() + parts.formulas();
  std::vector<std::vector<std::uint32_t>> by_parts(of + std::size_t{1});
  std::uint32_t most = 0;
  const auto add = [&](std::uint32_t document) {
    const std::uint32_t own = parts.in(document);
    if (own < most && !query_->has_phrases()) return;
    if (!query_->allows(document)) return;
    most = std::max(most, own);
    by_parts[own].push_back(document);
  };
  for (std::uint32_t document = 0; document < index.documents(); ++document) {
    if (document % kCountedBetweenAsks == 0) {
      if (auto on = go_on(); !on) return std::unexpected(std::move(on.error()));
    }
    if (parts.in(document) > 0) add(document);
  }
  if (most > 0) return by_parts;
  // No document has any part. The results were found for a formula like one of the query, for a
  // word that nearly every text has, or for a filter alone.
  const QueryTerms& terms = query_->terms();
  auto wanted =
      query_->allowed_by(filters_suffice(query_->query()) ? terms.filter : filter_of_wanted(terms));
  if (!wanted) return std::unexpected(std::move(wanted.error()));
  const bool counts_words = has_words(query_->query()) || formulas.empty();
  for (std::uint32_t document = 0; document < index.documents(); ++document) {
    if (document % kCountedBetweenAsks == 0) {
      if (auto on = go_on(); !on) return std::unexpected(std::move(on.error()));
    }
    const bool has_formula = std::ranges::any_of(formulas, [&](const FormulaList& list) {
      return query_->query().clauses[list.clause].occurrence != Occurrence::Excluded &&
             !list.holders_in(document).empty();
    });
    if (has_formula || (counts_words && query_->is_in(*wanted, document))) add(document);
  }
  return by_parts;
}

base::Result<DocumentCount> DocumentRanking::count(const DocumentTable* threads) {
  const auto parts =
      QueryParts::find(query_->index(), query_->query(), query_->formulas(), query_->is_over());
  if (!parts) return std::unexpected(parts.error());
  auto documents = by_parts(*parts);
  if (!documents) return std::unexpected(std::move(documents.error()));
  DocumentCount count{.words = parts->words(),
                      .formulas = parts->formulas(),
                      .is_of_long_query = parts->are_too_many()};
  std::vector<bool> is_seen(threads == nullptr ? 0 : query_->index().documents());
  std::uint64_t read = 0;
  for (std::size_t most = documents->size(); most-- > 0 && count.documents == 0;) {
    count.parts = static_cast<std::uint32_t>(most);
    for (const std::uint32_t document : (*documents)[most]) {
      if (query_->has_phrases() && ++read > kMostTextsCounted) {
        count.at_least = true;
        return count;
      }
      const auto is_accepted = query_->phrases_allow(document);
      if (!is_accepted) return std::unexpected(is_accepted.error());
      if (!*is_accepted) continue;
      if (threads != nullptr) {
        const std::uint32_t thread = threads->thread(document);
        if (is_seen[thread]) continue;
        is_seen[thread] = true;
      }
      ++count.documents;
    }
  }
  return count;
}

// Explaining the score of a document, stage by stage.

namespace {

constexpr std::string_view kFirstName = "same formula first";

// The score that one list alone gives to one of its documents in the fusion.
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
