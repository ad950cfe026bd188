#include "noether/search/formula/formula_searcher.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

#include "noether/index/analysis/packed_tree.h"
#include "noether/search/formula/first_step.h"
#include "noether/search/formula/flat_tree.h"
#include "noether/search/formula/formula_comparison.h"
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

double weighted_sum(const FormulaFeatures& features, const FormulaWeights& weights) {
  return std::inner_product(features.begin(), features.end(), weights.begin(), 0.0);
}

bool is_better(const FormulaHit& a, const FormulaHit& b) {
  return a.score != b.score ? a.score > b.score : a.formula < b.formula;
}

}  // namespace

struct FormulaSearcher::State {
  const index::IndexReader* index;
  FormulaWeights weights;
  FormulaComparison comparison;
  index::TreeUnpacker unpacker;
  formula::OperatorTree tree;
  FlatTree candidate;

  using Samenesses = std::unordered_map<std::uint32_t, Sameness>;
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

  base::Result<void> prepare(const FormulaQuery& query, const std::vector<SpaceQuery>& spaces) {
    const auto own = own_score(*index, query, spaces);
    if (!own) return std::unexpected(own.error());
    return comparison.assign(*index, query, *own);
  }

  base::Result<FormulaFeatures> features_of(const FormulaHit& hit) {
    const auto payload = index->payload(hit.formula);
    if (!payload) return std::unexpected(payload.error());
    // What has no tree is compared by the first step alone.
    if (!unpacker.unpack(*payload, tree)) tree.clear();
    candidate.assign(tree);
    return comparison.compare(candidate, hit.score, hit.sameness);
  }
};

FormulaSearcher::FormulaSearcher(const index::IndexReader& index, const FormulaWeights& weights)
    : state_(std::make_unique<State>()) {
  state_->index = &index;
  state_->weights = weights;
}
FormulaSearcher::FormulaSearcher(FormulaSearcher&&) noexcept = default;
FormulaSearcher& FormulaSearcher::operator=(FormulaSearcher&&) noexcept = default;
FormulaSearcher::~FormulaSearcher() = default;

base::Result<std::vector<FormulaHit>> FormulaSearcher::search(const FormulaQuery& query,
                                                              const FormulaSearchOptions& options) {
  auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  const auto spaces = first_step(query);
  const auto found = top_units(*state_->index, spaces, {}, std::max(options.top, options.reranked));
  if (!found) return std::unexpected(found.error());
  if (const auto prepared = state_->prepare(query, spaces); !prepared) {
    return std::unexpected(prepared.error());
  }

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
  for (const auto& [formula, sameness] : *same) hits.push_back({formula, 0, sameness});

  double least = 0;
  for (FormulaHit& hit : hits) {
    const auto features = state_->features_of(hit);
    if (!features) return std::unexpected(features.error());
    hit.score = weighted_sum(*features, state_->weights);
    least = &hit == hits.data() ? hit.score : std::min(least, hit.score);
  }
  std::ranges::sort(hits, is_better);
  // The others stay in the order of the first step, below.
  const double scale = rest.empty() ? 0 : std::max(least, 0.0) / rest.front().score;
  for (FormulaHit& hit : rest) hit.score *= scale;
  hits.insert(hits.end(), rest.begin(), rest.end());
  if (hits.size() > options.top) hits.resize(options.top);
  return hits;
}

base::Result<std::vector<EqualFormula>> FormulaSearcher::find_equal(const FormulaQuery& query,
                                                                    double seconds) {
  static_cast<void>(seconds);
  const auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  std::vector<EqualFormula> equal;
  for (const auto& [formula, sameness] : *same) {
    if (sameness < Sameness::structure) continue;
    equal.push_back({formula, sameness, algebra::Verdict::Proven, "the same formula", {}});
  }
  return equal;
}

base::Result<FormulaFeatures> FormulaSearcher::features(const FormulaQuery& query,
                                                        std::uint32_t formula) {
  const auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  const auto spaces = first_step(query);
  if (const auto prepared = state_->prepare(query, spaces); !prepared) {
    return std::unexpected(prepared.error());
  }
  const auto first = score_units(*state_->index, spaces, std::span(&formula, 1));
  if (!first) return std::unexpected(first.error());
  const auto sameness = same->find(formula);
  return state_->features_of(
      {formula, first->front(), sameness == same->end() ? Sameness::none : sameness->second});
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
