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

double feature_score(double units, double frequency, double in_query, double in_candidate,
                     double length, double average) {
  const Model model = Model::bm25();
  const double norm = model.k1 * (1 - model.b + model.b * length / average);
  return query_weight(in_query) * std::log(1 + (units - frequency + 0.5) / (frequency + 0.5)) *
         in_candidate * (model.k1 + 1) / (in_candidate + norm);
}

base::Result<FirstScore> own_score(const index::IndexReader& index, const FormulaQuery& query,
                                   const std::vector<SpaceQuery>& spaces) {
  FirstScore score;
  for (const SpaceQuery& space : spaces) {
    const double units = index.units(space.space);
    if (units == 0) continue;
    const bool is_tuples = space.space == index::space::tuples;
    double length = static_cast<double>(query.paths().leaves.size());
    if (is_tuples) {
      length = 0;
      for (const auto& tuple : query.tuples()) length += tuple.count;
    }
    const double average =
        std::max(1.0, static_cast<double>(index.total_length(space.space))) / units;
    for (const QueryTerm& term : space.terms) {
      const auto frequency = index.frequency(space.space, term.key);
      if (!frequency) return std::unexpected(frequency.error());
      const double count = kQuerySaturation * term.weight / (1 - term.weight);
      (is_tuples ? score.tuples : score.paths) +=
          feature_score(units, static_cast<double>(*frequency), count, count, length, average);
    }
  }
  return score;
}

}  // namespace noether::search
