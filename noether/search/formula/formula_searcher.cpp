#include "noether/search/formula/formula_searcher.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <unordered_map>

#include "noether/formula/latex/reader.h"
#include "noether/search/formula/find_equal.h"
#include "noether/search/formula/first_step.h"
#include "noether/search/formula/flat_layout.h"
#include "noether/search/formula/flat_tree.h"
#include "noether/search/formula/formula_comparison.h"
#include "noether/search/formula/path_search.h"
#include "noether/search/formula/pattern_matcher.h"
#include "noether/search/retrieval/retrieve.h"

namespace noether::search {
namespace {

using index::Identity;

// From strict to loose.
constexpr std::array<std::pair<Identity, Sameness>, index::kIdentities> kSamenesses = {{
    {Identity::drawing, Sameness::drawing},
    {Identity::structure, Sameness::structure},
    {Identity::renaming, Sameness::renaming},
    {Identity::meaning, Sameness::meaning},
}};

// Formulas are tried one by one, when nothing says where to look, up to so many.
constexpr std::uint32_t kMaxScanned = 200'000;
// Prefixes that a formula must have before it is looked at: a few tell most.
constexpr std::size_t kMaxRequired = 16;

using Samenesses = std::unordered_map<std::uint32_t, Sameness>;

std::vector<SameFormula> strictest_first(const Samenesses& same) {
  std::vector<SameFormula> list;
  for (const auto& [formula, sameness] : same) list.emplace_back(sameness, formula);
  std::ranges::sort(list, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  return list;
}

double weighted_sum(const FormulaFeatures& features, const FormulaWeights& weights) {
  return std::inner_product(features.begin(), features.end(), weights.begin(), 0.0);
}

bool is_better(const FormulaHit& a, const FormulaHit& b) {
  return a.score != b.score ? a.score > b.score : a.formula < b.formula;
}

bool is_more_alike(const FormulaHit& a, const FormulaHit& b) {
  return a.sameness != b.sameness ? a.sameness > b.sameness : is_better(a, b);
}

}  // namespace

struct FormulaSearcher::State {
  explicit State(const index::IndexReader& reader) : index(&reader), paths(reader) {}

  const index::IndexReader* index;
  FormulaWeights weights;
  FormulaComparison comparison;
  FlatTree candidate;
  formula::LatexReader latex_reader;
  formula::LayoutTree drawn;
  std::vector<base::Error> problems;
  FlatLayout layout;
  PathSearch paths;
  PathQuery path_query;
  PatternMatcher matcher;
  IsOver is_over;  // of the search that is under way

  struct Compared {
    std::size_t hit;
    double score;
    FormulaFeatures features;
  };
  std::vector<Compared> compared;

  base::Result<Samenesses> same_formulas(const FormulaQuery& query) const {
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

  // The tree of a formula into `candidate`; an empty one when it has none, or a huge one.
  base::Result<void> read_candidate(std::uint32_t formula) {
    if (auto on = go_on(is_over); !on) return on;
    const auto payload = index->payload(formula);
    if (!payload) return std::unexpected(payload.error());
    candidate.assign(*payload);
    return {};
  }

  base::Result<FormulaFeatures> features_of(const FormulaHit& hit) {
    if (const auto read = read_candidate(hit.formula); !read) return std::unexpected(read.error());
    return comparison.compare(candidate, hit.score, hit.sameness);
  }

  base::Result<void> add_edits(std::uint32_t formula, FormulaFeatures& features) {
    if (auto read = read_candidate(formula); !read) return read;
    comparison.compare_edits(candidate, features);
    return {};
  }

  // Layout trees are not kept in an index: they are read again.
  base::Result<void> add_layout(std::uint32_t formula, FormulaFeatures& features) {
    const auto stored = index->formula(formula);
    if (!stored) return std::unexpected(stored.error());
    problems.clear();
    latex_reader.read(stored->latex, drawn, problems);
    layout.assign(drawn);
    comparison.compare_layout(layout, features);
    return {};
  }

  base::Result<bool> matches(std::uint32_t formula) {
    if (const auto read = read_candidate(formula); !read) return std::unexpected(read.error());
    return matcher.find(candidate);
  }

  base::Result<void> rerank(std::vector<FormulaHit>& hits, const FormulaSearchOptions& options);
  // One list of both, the best of `hits` first; `rest` has scores of the first step.
  base::Result<std::vector<FormulaHit>> ranked(const FormulaQuery& query, const FirstStep& step,
                                               std::vector<FormulaHit> hits,
                                               std::vector<FormulaHit> rest,
                                               const FormulaSearchOptions& options);
  base::Result<std::vector<Hit>> all_matching(std::uint32_t top);
  base::Result<std::vector<FormulaHit>> containing(const FormulaQuery& query,
                                                   PatternMatcher::Names names,
                                                   const FormulaSearchOptions& options);
  base::Result<std::vector<FormulaHit>> by_paths(const FormulaQuery& query,
                                                 const FormulaSearchOptions& options);
  base::Result<std::vector<FormulaHit>> same(const FormulaQuery& query,
                                             const FormulaSearchOptions& options) const;
};

base::Result<void> FormulaSearcher::State::rerank(std::vector<FormulaHit>& hits,
                                                  const FormulaSearchOptions& options) {
  compared.clear();
  for (std::size_t i = 0; i < hits.size(); ++i) {
    auto features = features_of(hits[i]);
    if (!features) return std::unexpected(std::move(features.error()));
    compared.push_back({i, weighted_sum(*features, weights), *features});
  }
  const auto refine = [&](std::uint32_t most, auto add) -> base::Result<void> {
    const auto count = std::min<std::size_t>(most, compared.size());
    std::ranges::partial_sort(compared, compared.begin() + static_cast<std::ptrdiff_t>(count),
                              [](const Compared& a, const Compared& b) {
                                return a.score != b.score ? a.score > b.score : a.hit < b.hit;
                              });
    for (Compared& best : std::span(compared).first(count)) {
      if (auto added = (this->*add)(hits[best.hit].formula, best.features); !added) return added;
      best.score = weighted_sum(best.features, weights);
    }
    return {};
  };
  if (auto done = refine(options.edited, &State::add_edits); !done) return done;
  if (auto done = refine(options.redrawn, &State::add_layout); !done) return done;
  for (const Compared& one : compared) hits[one.hit].score = one.score;
  return {};
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::State::ranked(
    const FormulaQuery& query, const FirstStep& step, std::vector<FormulaHit> hits,
    std::vector<FormulaHit> rest, const FormulaSearchOptions& options) {
  if (auto assigned = comparison.assign(*index, query, step); !assigned) {
    return std::unexpected(assigned.error());
  }
  if (const auto scored = rerank(hits, options); !scored) return std::unexpected(scored.error());
  const double least = hits.empty() ? 0 : std::ranges::min(hits, {}, &FormulaHit::score).score;
  std::ranges::sort(hits, options.same_first ? is_more_alike : is_better);
  // The others stay in the order of the first step, below.
  const double best = rest.empty() ? 0 : rest.front().score;
  const double scale = best > 0 ? std::max(least, 0.0) / best : 0;
  for (FormulaHit& hit : rest) hit.score *= scale;
  hits.insert(hits.end(), rest.begin(), rest.end());
  if (hits.size() > options.top) hits.resize(options.top);
  return hits;
}

// For a pattern of nothing but wildcards and operators there is no list to begin with.
base::Result<std::vector<Hit>> FormulaSearcher::State::all_matching(std::uint32_t top) {
  std::vector<Hit> found;
  const std::uint32_t count = std::min(index->formulas(), kMaxScanned);
  for (std::uint32_t formula = 0; formula < count && found.size() < top; ++formula) {
    const auto matched = matches(formula);
    if (!matched) return std::unexpected(matched.error());
    if (*matched) found.push_back({formula, 0});
  }
  return found;
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::State::containing(
    const FormulaQuery& query, PatternMatcher::Names names, const FormulaSearchOptions& options) {
  matcher.assign(query, names);
  const auto step = first_step(*index, query);
  if (!step) return std::unexpected(step.error());
  Filter filter;
  // A formula with the query in it has all path prefixes of the query.
  for (const QueryTerm& term : step->spaces[1].terms) {
    if (filter.must.size() < kMaxRequired) {
      filter.must.push_back({step->spaces[1].space, term.key});
    }
  }
  filter.is_over = is_over;
  filter.accepts = [&](std::uint32_t formula) { return matches(formula); };
  const auto found = filter.must.empty() ? all_matching(options.top)
                                         : top_units(*index, step->spaces, filter, options.top);
  if (!found) return std::unexpected(found.error());
  const auto same = same_formulas(query);
  if (!same) return std::unexpected(same.error());
  std::vector<FormulaHit> hits;
  for (const Hit& hit : *found) {
    const auto matched = matches(hit.unit);
    if (!matched) return std::unexpected(matched.error());
    // The more of the formula the query is, the better; best when it is all of it.
    const double share =
        static_cast<double>(matcher.pattern().size()) / static_cast<double>(candidate.size());
    const auto sameness = same->find(hit.unit);
    hits.push_back({hit.unit,
                    hit.score / std::max(step->own.sum(), 1e-9) + std::min(share, 1.0) +
                        (matcher.is_whole() ? 1 : 0),
                    sameness == same->end() ? Sameness::none : sameness->second});
  }
  std::ranges::sort(hits, options.same_first ? is_more_alike : is_better);
  return hits;
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::State::by_paths(
    const FormulaQuery& query, const FormulaSearchOptions& options) {
  candidate.assign(query.formula().operators);
  path_query.assign(
      candidate, [&](std::size_t node) { return query.wildcard(candidate.sources()[node]) != 0; });
  const auto found = paths.search(path_query, options.top, is_over);
  if (!found) return std::unexpected(found.error());
  const auto same = same_formulas(query);
  if (!same) return std::unexpected(same.error());
  std::vector<FormulaHit> hits;
  for (const Hit& hit : *found) {
    const auto sameness = same->find(hit.unit);
    hits.push_back(
        {hit.unit, hit.score, sameness == same->end() ? Sameness::none : sameness->second});
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
    if (sameness < Sameness::structure || hits.size() == options.top) break;
    hits.push_back({formula, 1, sameness});
  }
  return hits;
}

FormulaSearcher::FormulaSearcher(const index::IndexReader& index, const FormulaWeights& weights)
    : state_(std::make_unique<State>(index)) {
  state_->weights = weights;
}
FormulaSearcher::FormulaSearcher(FormulaSearcher&&) noexcept = default;
FormulaSearcher& FormulaSearcher::operator=(FormulaSearcher&&) noexcept = default;
FormulaSearcher::~FormulaSearcher() = default;

base::Result<std::vector<FormulaHit>> FormulaSearcher::search(const FormulaQuery& query,
                                                              const FormulaSearchOptions& options) {
  state_->is_over = options.is_over;
  auto hits = search_by_mode(query, options);
  state_->is_over = nullptr;  // whom it would ask may be gone
  return hits;
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::search_by_mode(
    const FormulaQuery& query, const FormulaSearchOptions& options) {
  switch (options.mode) {
    case FormulaMode::similar:
      if (query.has_wildcards())
        return state_->containing(query, PatternMatcher::Names::kept, options);
      return similar(query, options);
    case FormulaMode::contains:
      return state_->containing(query, PatternMatcher::Names::kept, options);
    case FormulaMode::contains_renamed:
      return state_->containing(query, PatternMatcher::Names::renamed, options);
    case FormulaMode::paths:
      return state_->by_paths(query, options);
    case FormulaMode::same:
      return state_->same(query, options);
    case FormulaMode::equal:
      return equal(query, options);
  }
  return std::vector<FormulaHit>{};
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::similar(
    const FormulaQuery& query, const FormulaSearchOptions& options) {
  auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  const auto step = first_step(*state_->index, query);
  if (!step) return std::unexpected(step.error());
  Filter filter;
  filter.is_over = options.is_over;
  const auto found =
      top_units(*state_->index, step->spaces, filter, std::max(options.top, options.reranked));
  if (!found) return std::unexpected(found.error());
  std::vector<FormulaHit> hits;
  std::vector<FormulaHit> rest;
  for (const Hit& hit : *found) {
    const auto sameness = same->find(hit.unit);
    const bool is_same = sameness != same->end();
    FormulaHit made{hit.unit, hit.score, is_same ? sameness->second : Sameness::none};
    (is_same || hits.size() < options.reranked ? hits : rest).push_back(made);
    if (is_same) same->erase(sameness);
  }
  // Same in meaning, but with nothing in common that is written.
  for (const auto& [sameness, formula] : strictest_first(*same)) {
    hits.push_back({formula, 0, sameness});
  }

  return state_->ranked(query, *step, std::move(hits), std::move(rest), options);
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::order_by_looks(
    const FormulaQuery& query, std::span<const std::uint32_t> formulas,
    const FormulaSearchOptions& options) {
  const auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  const auto step = first_step(*state_->index, query);
  if (!step) return std::unexpected(step.error());
  const auto first = score_units(*state_->index, step->spaces, formulas);
  if (!first) return std::unexpected(first.error());
  std::vector<FormulaHit> hits;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const auto found = same->find(formulas[i]);
    const bool is_same = found != same->end() && found->second >= Sameness::renaming;
    hits.push_back({formulas[i], (*first)[i], is_same ? found->second : Sameness::none});
  }
  std::ranges::sort(hits, is_more_alike);
  const auto compared = std::min<std::size_t>(hits.size(), options.reranked);
  std::vector<FormulaHit> rest(hits.begin() + static_cast<std::ptrdiff_t>(compared), hits.end());
  hits.resize(compared);
  FormulaSearchOptions looks = options;
  looks.top = static_cast<std::uint32_t>(formulas.size());
  looks.same_first = true;
  state_->is_over = options.is_over;
  auto ordered = state_->ranked(query, *step, std::move(hits), std::move(rest), looks);
  state_->is_over = nullptr;
  return ordered;
}

base::Result<std::vector<FormulaHit>> FormulaSearcher::equal(const FormulaQuery& query,
                                                             const FormulaSearchOptions& options) {
  const auto found = find_equal(query, options.equal_seconds, options.is_over);
  if (!found) return std::unexpected(found.error());
  std::vector<FormulaHit> hits;
  for (const EqualFormula& formula : found->formulas) {
    if (hits.size() == options.top) break;
    // Where a proof is missing, something may be missing.
    const double score = formula.verdict == algebra::Verdict::Proven ? 1 : 0.5;
    hits.push_back({formula.formula, score, formula.sameness});
  }
  return hits;
}

base::Result<EqualFormulaList> FormulaSearcher::find_equal(const FormulaQuery& query,
                                                           double seconds, const IsOver& is_over) {
  const auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  return find_equal_among(strictest_first(*same), *state_->index, query, seconds, is_over);
}

base::Result<FormulaFeatures> FormulaSearcher::features(const FormulaQuery& query,
                                                        std::uint32_t formula) {
  const auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  const auto step = first_step(*state_->index, query);
  if (!step) return std::unexpected(step.error());
  if (auto assigned = state_->comparison.assign(*state_->index, query, *step); !assigned) {
    return std::unexpected(assigned.error());
  }
  const auto first = score_units(*state_->index, step->spaces, std::span(&formula, 1));
  if (!first) return std::unexpected(first.error());
  const auto sameness = same->find(formula);
  auto features = state_->features_of(
      {formula, first->front(), sameness == same->end() ? Sameness::none : sameness->second});
  if (!features) return features;
  auto added = state_->add_edits(formula, *features);
  if (added) added = state_->add_layout(formula, *features);
  if (!added) {
    return std::unexpected(std::move(added.error()));
  }
  return features;
}

base::Result<std::vector<FormulaScorePart>> FormulaSearcher::explain(const FormulaQuery& query,
                                                                     std::uint32_t formula) {
  const auto values = features(query, formula);
  if (!values) return std::unexpected(values.error());
  std::vector<FormulaScorePart> parts;
  for (std::size_t i = 0; i < kFormulaFeatures; ++i) {
    if (state_->weights[i] == 0) continue;
    parts.push_back({kFormulaFeatureNames[i], (*values)[i], state_->weights[i]});
  }
  return parts;
}

}  // namespace noether::search
