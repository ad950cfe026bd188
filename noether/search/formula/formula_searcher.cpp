#include "noether/search/formula/formula_searcher.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <unordered_map>

#include "noether/search/formula/equal_formulas.h"
#include "noether/search/formula/first_step.h"
#include "noether/search/formula/flat_tree.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/formula_ranker.h"
#include "noether/search/formula/path_search.h"
#include "noether/search/formula/pattern_matcher.h"
#include "noether/search/retrieval/retrieve.h"

namespace noether::search {
namespace {

using index::Identity;

// From strict to loose.
constexpr std::array<std::pair<Identity, Sameness>, index::kIdentities> kSamenesses = {{
    {Identity::Drawing, Sameness::Drawing},
    {Identity::Structure, Sameness::Structure},
    {Identity::Renaming, Sameness::Renaming},
    {Identity::Meaning, Sameness::Meaning},
}};

// If no posting list restricts the formulas, at most this many are tried one by one.
constexpr std::uint32_t kMaxScanned = 200'000;
// A formula must have this many prefixes to be examined: a few distinguish most formulas.
constexpr std::size_t kMaxRequired = 16;

using Samenesses = std::unordered_map<std::uint32_t, Sameness>;

std::vector<SameCandidate> strictest_first(const Samenesses& same) {
  std::vector<SameCandidate> list;
  for (const auto& [formula, sameness] : same) list.emplace_back(sameness, formula);
  std::ranges::sort(list, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  return list;
}

Sameness sameness_of(std::uint32_t formula, const Samenesses& same) {
  const auto found = same.find(formula);
  return found == same.end() ? Sameness::None : found->second;
}

}  // namespace

struct FormulaSearcher::State {
  State(const SearchedIndex& in, const FormulaWeights& weights)
      : searched(in), index(in.index), ranker(in, weights), paths(in) {}

  using Hits = base::Result<std::vector<FormulaHit>>;

  Hits similar(const FormulaQuery& query, const FormulaSearchOptions& options);
  Hits containing(const FormulaQuery& query, PatternMatcher::Names names,
                  const FormulaSearchOptions& options);
  Hits with_operator(std::span<const FlatNode> heads, const FormulaSearchOptions& options);
  Hits by_paths(const FormulaQuery& query, const FormulaSearchOptions& options);
  Hits same(const FormulaQuery& query, const FormulaSearchOptions& options) const;
  Hits equal(const FormulaQuery& query, const FormulaSearchOptions& options) const;

  base::Result<Samenesses> same_formulas(const FormulaQuery& query) const;
  base::Result<EqualFormulaList> find_equal(const FormulaQuery& query, double seconds,
                                            const IsOver& is_over) const;
  base::Result<bool> matches(std::uint32_t formula, const IsOver& is_over);
  base::Result<std::vector<Hit>> all_matching(const FormulaSearchOptions& options);

  SearchedIndex searched;
  const index::IndexReader* index;
  FormulaRanker ranker;
  PathSearch paths;
  PathQuery path_query;
  PatternMatcher matcher;
  FlatTree candidate;
};

base::Result<Samenesses> FormulaSearcher::State::same_formulas(const FormulaQuery& query) const {
  Samenesses same;
  for (const auto& [identity, sameness] : kSamenesses) {
    const base::Digest& digest = query.identity(identity);
    if (digest == base::Digest{}) continue;
    const auto formulas = index->find_formulas(identity, digest);
    if (!formulas) return std::unexpected(formulas.error());
    for (const std::uint32_t formula : *formulas) same.emplace(formula, sameness);
  }
  return same;
}

// Whether the matcher accepts the formula; its tree is then in `candidate`.
base::Result<bool> FormulaSearcher::State::matches(std::uint32_t formula, const IsOver& is_over) {
  if (auto on = go_on(is_over); !on) return std::unexpected(on.error());
  const auto payload = index->payload(formula);
  if (!payload) return std::unexpected(payload.error());
  candidate.assign(*payload);
  return matcher.find(candidate);
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::State::similar(
    const FormulaQuery& query, const FormulaSearchOptions& options) {
  auto same = same_formulas(query);
  if (!same) return std::unexpected(same.error());
  const auto step = first_step(*searched.statistics, query);
  if (!step) return std::unexpected(step.error());
  Filter filter;
  filter.is_over = options.is_over;
  const auto found =
      top_units(searched, step->spaces, filter, std::max(options.top, options.reranked));
  if (!found) return std::unexpected(found.error());
  std::vector<FormulaHit> hits;
  std::vector<FormulaHit> rest;
  for (const Hit& hit : *found) {
    const FormulaHit made{hit.unit, hit.score, sameness_of(hit.unit, *same)};
    const bool is_same = same->erase(hit.unit) > 0;
    (is_same || hits.size() < options.reranked ? hits : rest).push_back(made);
  }
  // Formulas with the same meaning that have no written feature in common.
  for (const auto& [sameness, formula] : strictest_first(*same)) {
    hits.push_back({formula, 0, sameness});
  }
  return ranker.rank(query, *step, std::move(hits), std::move(rest), options);
}

// A pattern of only wildcards and operators has no posting list to begin with.
base::Result<std::vector<Hit>> FormulaSearcher::State::all_matching(
    const FormulaSearchOptions& options) {
  std::vector<Hit> found;
  const std::uint32_t count = std::min(index->formulas(), kMaxScanned);
  for (std::uint32_t formula = 0; formula < count && found.size() < options.top; ++formula) {
    const auto matched = matches(formula, options.is_over);
    if (!matched) return std::unexpected(matched.error());
    if (*matched) found.push_back({formula, 0});
  }
  return found;
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::State::containing(
    const FormulaQuery& query, PatternMatcher::Names names, const FormulaSearchOptions& options) {
  matcher.assign(query, names);
  const auto step = first_step(*searched.statistics, query);
  if (!step) return std::unexpected(step.error());
  Filter filter;
  // A formula that contains the query has all path prefixes of the query.
  for (const QueryTerm& term : step->spaces[1].terms) {
    if (filter.must.size() < kMaxRequired) {
      filter.must.push_back({step->spaces[1].space, term.key});
    }
  }
  filter.is_over = options.is_over;
  filter.accepts = [&](std::uint32_t formula) { return matches(formula, options.is_over); };
  const auto found = filter.must.empty() ? all_matching(options)
                                         : top_units(searched, step->spaces, filter, options.top);
  if (!found) return std::unexpected(found.error());
  const auto same = same_formulas(query);
  if (!same) return std::unexpected(same.error());
  std::vector<FormulaHit> hits;
  for (const Hit& hit : *found) {
    const auto matched = matches(hit.unit, options.is_over);
    if (!matched) return std::unexpected(matched.error());
    // The larger the query's share of the formula, the better; a formula that equals it is best.
    const double share =
        static_cast<double>(matcher.pattern().size()) / static_cast<double>(candidate.size());
    hits.push_back({hit.unit,
                    hit.score / std::max(step->own.sum(), 1e-9) + std::min(share, 1.0) +
                        (matcher.is_whole() ? 1 : 0),
                    sameness_of(hit.unit, *same)});
  }
  std::ranges::sort(hits, options.same_first ? is_more_alike : scores_higher);
  return hits;
}

// No posting list contains the formulas with an operator whatever its operands are. Every formula
// with the operator is a result; the smaller the formula, the more it is about the operator, and
// the higher is its score.
base::Result<std::vector<FormulaHit>> FormulaSearcher::State::with_operator(
    std::span<const FlatNode> heads, const FormulaSearchOptions& options) {
  std::vector<FormulaHit> hits;
  const std::uint32_t count = std::min(index->formulas(), kMaxScanned);
  for (std::uint32_t formula = 0; formula < count; ++formula) {
    if (auto on = go_on(options.is_over); !on) return std::unexpected(on.error());
    const auto payload = index->payload(formula);
    if (!payload) return std::unexpected(payload.error());
    candidate.assign(*payload);
    const bool has_it = std::ranges::any_of(candidate.nodes(), [&](const FlatNode& node) {
      return std::ranges::any_of(heads, [&](const FlatNode& head) {
        return node.label == head.label && node.type == head.type && node.leaf == head.leaf;
      });
    });
    if (has_it) hits.push_back({formula, 0.5 + 0.5 / static_cast<double>(candidate.size())});
  }
  const auto kept =
      options.all_of_operator ? hits.size() : std::min<std::size_t>(hits.size(), options.top);
  std::ranges::partial_sort(hits, hits.begin() + static_cast<std::ptrdiff_t>(kept), scores_higher);
  hits.resize(kept);
  return hits;
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::State::by_paths(
    const FormulaQuery& query, const FormulaSearchOptions& options) {
  candidate.assign(query.formula().operators);
  path_query.assign(
      candidate, [&](std::size_t node) { return query.wildcard(candidate.sources()[node]) != 0; });
  const auto found = paths.search(path_query, options.top, options.is_over);
  if (!found) return std::unexpected(found.error());
  const auto same = same_formulas(query);
  if (!same) return std::unexpected(same.error());
  std::vector<FormulaHit> hits;
  for (const Hit& hit : *found) {
    hits.push_back({hit.unit, hit.score, sameness_of(hit.unit, *same)});
  }
  if (options.same_first) std::ranges::sort(hits, is_more_alike);
  return hits;
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::State::same(
    const FormulaQuery& query, const FormulaSearchOptions& options) const {
  const auto same = same_formulas(query);
  if (!same) return std::unexpected(same.error());
  std::vector<FormulaHit> hits;
  for (const auto& [sameness, formula] : strictest_first(*same)) {
    if (sameness < Sameness::Structure || hits.size() == options.top) break;
    hits.push_back({formula, 1, sameness});
  }
  return hits;
}

base::Result<EqualFormulaList> FormulaSearcher::State::find_equal(const FormulaQuery& query,
                                                                  double seconds,
                                                                  const IsOver& is_over) const {
  const auto same = same_formulas(query);
  if (!same) return std::unexpected(same.error());
  return find_equal_among(strictest_first(*same), *index, query, seconds, is_over);
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::State::equal(
    const FormulaQuery& query, const FormulaSearchOptions& options) const {
  const auto found = find_equal(query, options.equal_seconds, options.is_over);
  if (!found) return std::unexpected(found.error());
  std::vector<FormulaHit> hits;
  for (const EqualFormula& formula : found->formulas) {
    if (hits.size() == options.top) break;
    // Without a proof, the formulas may differ.
    const double score = formula.verdict == algebra::Verdict::Proven ? 1 : 0.5;
    hits.push_back({formula.formula, score, formula.sameness});
  }
  return hits;
}

FormulaSearcher::FormulaSearcher(const SearchedIndex& in, const FormulaWeights& weights)
    : state_(std::make_unique<State>(in, weights)) {}
FormulaSearcher::FormulaSearcher(FormulaSearcher&&) noexcept = default;
FormulaSearcher& FormulaSearcher::operator=(FormulaSearcher&&) noexcept = default;
FormulaSearcher::~FormulaSearcher() = default;

base::Result<std::vector<FormulaHit>> FormulaSearcher::search(const FormulaQuery& query,
                                                              const FormulaSearchOptions& options) {
  const bool is_loose = options.mode <= FormulaMode::ContainsRenamed;
  if (options.bare_operators && is_loose && !query.has_wildcards()) {
    if (const auto heads = bare_operator(query.formula()); !heads.empty()) {
      auto hits = state_->with_operator(heads, options);
      if (!hits || !hits->empty()) return hits;
    }
  }
  switch (options.mode) {
    case FormulaMode::Similar:
      if (query.has_wildcards())
        return state_->containing(query, PatternMatcher::Names::Kept, options);
      return state_->similar(query, options);
    case FormulaMode::Contains:
      return state_->containing(query, PatternMatcher::Names::Kept, options);
    case FormulaMode::ContainsRenamed:
      return state_->containing(query, PatternMatcher::Names::Renamed, options);
    case FormulaMode::Paths:
      return state_->by_paths(query, options);
    case FormulaMode::Same:
      return state_->same(query, options);
    case FormulaMode::Equal:
      return state_->equal(query, options);
  }
  return std::vector<FormulaHit>{};
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::order_by_looks(
    const FormulaQuery& query, std::span<const std::uint32_t> formulas,
    const FormulaSearchOptions& options) {
  const auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  const auto step = first_step(*state_->searched.statistics, query);
  if (!step) return std::unexpected(step.error());
  const auto first = score_units(state_->searched, step->spaces, formulas);
  if (!first) return std::unexpected(first.error());
  std::vector<FormulaHit> hits;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const Sameness sameness = sameness_of(formulas[i], *same);
    hits.push_back(
        {formulas[i], (*first)[i], sameness >= Sameness::Renaming ? sameness : Sameness::None});
  }
  std::ranges::sort(hits, is_more_alike);
  const auto compared = std::min<std::size_t>(hits.size(), options.reranked);
  std::vector<FormulaHit> rest(hits.begin() + static_cast<std::ptrdiff_t>(compared), hits.end());
  hits.resize(compared);
  FormulaSearchOptions looks = options;
  looks.top = static_cast<std::uint32_t>(formulas.size());
  looks.same_first = true;
  return state_->ranker.rank(query, *step, std::move(hits), std::move(rest), looks);
}

base::Result<EqualFormulaList> FormulaSearcher::find_equal(const FormulaQuery& query,
                                                           double seconds, const IsOver& is_over) {
  return state_->find_equal(query, seconds, is_over);
}

base::Result<FormulaFeatures> FormulaSearcher::features(const FormulaQuery& query,
                                                        std::uint32_t formula) {
  const auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  const auto step = first_step(*state_->searched.statistics, query);
  if (!step) return std::unexpected(step.error());
  const auto first = score_units(state_->searched, step->spaces, std::span(&formula, 1));
  if (!first) return std::unexpected(first.error());
  return state_->ranker.features(query, *step,
                                 {formula, first->front(), sameness_of(formula, *same)});
}

base::Result<std::vector<FormulaScorePart>> FormulaSearcher::explain(const FormulaQuery& query,
                                                                     std::uint32_t formula) {
  const auto values = features(query, formula);
  if (!values) return std::unexpected(values.error());
  const FormulaWeights& weights = state_->ranker.weights();
  std::vector<FormulaScorePart> parts;
  for (std::size_t i = 0; i < kFormulaFeatures; ++i) {
    if (weights[i] == 0) continue;
    parts.push_back({kFormulaFeatureNames[i], (*values)[i], weights[i]});
  }
  return parts;
}

base::Result<std::vector<std::vector<std::uint32_t>>> group_by_latex(
    const index::IndexReader& index, std::span<const std::uint32_t> formulas) {
  std::vector<std::vector<std::uint32_t>> groups;
  // Within a segment all formulas are distinct.
  const bool can_repeat = index.segments().size() > 1;
  std::unordered_map<std::string, std::size_t> known;
  for (const std::uint32_t formula : formulas) {
    std::size_t group = groups.size();
    if (can_repeat) {
      auto stored = index.formula(formula);
      if (!stored) return std::unexpected(std::move(stored.error()));
      group = known.try_emplace(std::move(stored->latex), group).first->second;
    }
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(formula);
  }
  return groups;
}

}  // namespace noether::search
