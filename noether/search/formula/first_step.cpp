#include "noether/search/formula/first_step.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "noether/index/analysis/spaces.h"

namespace noether::search {
namespace {

constexpr double kQuerySaturation = 10;

double query_weight(double count) { return count / (count + kQuerySaturation); }

// For each prefix, the maximum number that end in one top, as the index counts them.
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

// A feature is frequent if more than one formula in this many has it.
constexpr double kFrequent = 16;
// This many of the rarest features are always kept.
constexpr std::size_t kKept = 12;

struct Feature {
  std::uint64_t key;
  double count;
  double frequency;
};

base::Result<std::vector<Feature>> look_up(const index::CollectionStatistics& statistics,
                                           std::uint32_t space,
                                           std::span<const index::FeatureCount> counts) {
  std::vector<Feature> features;
  for (const auto& [key, count] : counts) {
    const auto frequency = statistics.frequency(space, key);
    if (!frequency) return std::unexpected(frequency.error());
    features.push_back({key, static_cast<double>(count), static_cast<double>(*frequency)});
  }
  return features;
}

void drop_frequent(std::vector<Feature>& features, double units) {
  if (features.size() <= kKept) return;
  std::ranges::nth_element(features, features.begin() + kKept, {}, &Feature::frequency);
  const double least = std::max(units / kFrequent, features[kKept].frequency);
  std::erase_if(features, [&](const Feature& feature) { return feature.frequency > least; });
}

}  // namespace

double feature_score(double units, double frequency, double in_query, double in_candidate,
                     double length, double average) {
  const Model model = Model::bm25();
  const double norm = model.k1 * (1 - model.b + model.b * length / average);
  return query_weight(in_query) * std::log(1 + (units - frequency + 0.5) / (frequency + 0.5)) *
         in_candidate * (model.k1 + 1) / (in_candidate + norm);
}

base::Result<FirstStep> first_step(const index::CollectionStatistics& statistics,
                                   const FormulaQuery& query) {
  FirstStep step;
  const auto add = [&](std::uint32_t space, std::span<const index::FeatureCount> counts,
                       double length, double& own) -> base::Result<void> {
    SpaceQuery& made = step.spaces.emplace_back();
    made.space = space;
    auto features = look_up(statistics, space, counts);
    if (!features) return std::unexpected(features.error());
    const double units = std::max(1U, statistics.units(space));
    const double average =
        std::max(1.0, static_cast<double>(statistics.total_length(space))) / units;
    drop_frequent(*features, units);
    for (const Feature& feature : *features) {
      made.terms.push_back({feature.key, query_weight(feature.count)});
      own += feature_score(units, feature.frequency, feature.count, feature.count, length, average);
    }
    return {};
  };
  double tuples = 0;
  for (const auto& tuple : query.tuples()) tuples += tuple.count;
  const auto leaves = static_cast<double>(query.paths().leaves.size());
  const auto prefixes = count_prefixes(query.paths());
  if (auto done = add(index::space::tuples, query.tuples(), tuples, step.own.tuples); !done) {
    return std::unexpected(done.error());
  }
  if (auto done = add(index::space::paths, prefixes, leaves, step.own.paths); !done) {
    return std::unexpected(done.error());
  }
  return step;
}

}  // namespace noether::search
