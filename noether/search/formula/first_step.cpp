#include "noether/search/formula/first_step.h"

#include <algorithm>
#include <cmath>

#include "noether/index/analysis/spaces.h"

namespace noether::search {
namespace {

constexpr double kQuerySaturation = 10;

double query_weight(double count) { return count / (count + kQuerySaturation); }

// Of each prefix the most that end in one top, as the index counts them.
std::vector<index::FeatureCount> count_prefixes(const index::OperatorPaths& paths) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> ends;
  for (const index::PathPrefix& prefix : paths.prefixes) ends.emplace_back(prefix.key, prefix.top);
  std::ranges::sort(ends);
  std::vector<index::FeatureCount> counts;
  for (std::size_t i = 0; i < ends.size();) {
    std::size_t end = i;
    while (end < ends.size() && ends[end] == ends[i]) ++end;
    const auto count = static_cast<std::uint32_t>(end - i);
    if (counts.empty() || counts.back().key != ends[i].first) counts.push_back({ends[i].first, 0});
    counts.back().count = std::max(counts.back().count, count);
    i = end;
  }
  return counts;
}

}  // namespace

std::vector<SpaceQuery> first_step(const FormulaQuery& query) {
  std::vector<SpaceQuery> spaces(2);
  spaces[0].space = index::space::tuples;
  for (const auto& [key, count] : query.tuples()) {
    spaces[0].terms.push_back({key, query_weight(count)});
  }
  spaces[1].space = index::space::paths;
  for (const auto& [key, count] : count_prefixes(query.paths())) {
    spaces[1].terms.push_back({key, query_weight(count)});
  }
  return spaces;
}

base::Result<double> own_score(const index::IndexReader& index, const FormulaQuery& query,
                               const std::vector<SpaceQuery>& spaces) {
  double score = 0;
  for (const SpaceQuery& space : spaces) {
    const double units = index.units(space.space);
    if (units == 0) continue;
    double length = 0;
    if (space.space == index::space::tuples) {
      for (const auto& tuple : query.tuples()) length += tuple.count;
    } else {
      length = static_cast<double>(query.paths().leaves.size());
    }
    const double average =
        std::max(1.0, static_cast<double>(index.total_length(space.space))) / units;
    const Model& model = space.model;
    const double norm = model.k1 * (1 - model.b + model.b * length / average);
    for (const QueryTerm& term : space.terms) {
      const auto found = index.frequency(space.space, term.key);
      if (!found) return std::unexpected(found.error());
      const auto frequency = static_cast<double>(*found);
      const double rarity = std::log(1 + (units - frequency + 0.5) / (frequency + 0.5));
      const double count = kQuerySaturation * term.weight / (1 - term.weight);
      score += space.weight * term.weight * rarity * count * (model.k1 + 1) / (count + norm);
    }
  }
  return score;
}

}  // namespace noether::search
