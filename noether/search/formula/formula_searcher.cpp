#include "noether/search/formula/formula_searcher.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "noether/index/analysis/spaces.h"
#include "noether/search/retrieval/retrieve.h"

namespace noether::search {
namespace {

using index::Identity;

constexpr std::array<std::pair<Identity, Sameness>, index::kIdentities> kSamenesses = {{
    {Identity::drawing, Sameness::drawing},
    {Identity::structure, Sameness::structure},
    {Identity::renaming, Sameness::renaming},
    {Identity::meaning, Sameness::meaning},
}};

// Beyond any score: formulas that are the same stand before all that are similar.
constexpr double kSameBonus = 1e6;

std::vector<SpaceQuery> first_step(const FormulaQuery& query) {
  std::vector<SpaceQuery> spaces(2);
  spaces[0].space = index::space::tuples;
  for (const index::FeatureCount& tuple : query.tuples()) {
    const double count = tuple.count;
    spaces[0].terms.push_back({tuple.key, count / (count + 10)});
  }
  spaces[1].space = index::space::paths;
  std::vector<std::uint64_t> keys;
  for (const index::PathPrefix& prefix : query.paths().prefixes) keys.push_back(prefix.key);
  std::ranges::sort(keys);
  const auto rest = std::ranges::unique(keys);
  keys.erase(rest.begin(), rest.end());
  for (const std::uint64_t key : keys) spaces[1].terms.push_back({key, 1. / 11});
  return spaces;
}

}  // namespace

struct FormulaSearcher::State {
  const index::IndexReader* index;

  base::Result<std::unordered_map<std::uint32_t, Sameness>> same_formulas(
      const FormulaQuery& query) const {
    std::unordered_map<std::uint32_t, Sameness> same;
    for (const auto& [identity, sameness] : kSamenesses) {
      const base::Digest& digest = query.identity(identity);
      if (digest == base::Digest{}) continue;
      const auto formulas = index->find_formulas(identity, digest);
      if (!formulas) return std::unexpected(formulas.error());
      for (const std::uint32_t formula : *formulas) same.emplace(formula, sameness);
    }
    return same;
  }
};

FormulaSearcher::FormulaSearcher(const index::IndexReader& index)
    : state_(std::make_unique<State>(State{&index})) {}
FormulaSearcher::FormulaSearcher(FormulaSearcher&&) noexcept = default;
FormulaSearcher& FormulaSearcher::operator=(FormulaSearcher&&) noexcept = default;
FormulaSearcher::~FormulaSearcher() = default;

base::Result<std::vector<FormulaHit>> FormulaSearcher::search(const FormulaQuery& query,
                                                              const FormulaSearchOptions& options) {
  const auto same = state_->same_formulas(query);
  if (!same) return std::unexpected(same.error());
  const auto found = top_units(*state_->index, first_step(query), {}, options.top);
  if (!found) return std::unexpected(found.error());
  std::vector<FormulaHit> hits;
  auto missing = *same;
  for (const Hit& hit : *found) {
    const auto sameness = same->find(hit.unit);
    hits.push_back({hit.unit, hit.score, Sameness::none});
    if (sameness == same->end()) continue;
    hits.back().sameness = sameness->second;
    hits.back().score += kSameBonus * static_cast<double>(sameness->second);
    missing.erase(hit.unit);
  }
  for (const auto& [formula, sameness] : missing) {
    hits.push_back({formula, kSameBonus * static_cast<double>(sameness), sameness});
  }
  std::ranges::sort(hits, [](const FormulaHit& a, const FormulaHit& b) {
    return a.score != b.score ? a.score > b.score : a.formula < b.formula;
  });
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

base::Result<std::vector<FormulaScorePart>> FormulaSearcher::explain(const FormulaQuery& query,
                                                                     std::uint32_t formula) {
  const auto spaces = first_step(query);
  std::vector<FormulaScorePart> parts;
  for (const auto& [name, space] :
       {std::pair("tuples", &spaces[0]), std::pair("paths", &spaces[1])}) {
    const auto score = score_units(*state_->index, std::span(space, 1), std::span(&formula, 1));
    if (!score) return std::unexpected(score.error());
    parts.push_back({name, score->front(), 1});
  }
  return parts;
}

}  // namespace noether::search
