#include "bench/ranking/path_score.h"

#include <algorithm>
#include <cmath>

namespace noether::bench {

PathScorer::PathScorer(const FormulaStore& store, const StoredFormula& query,
                       const PathParameters& parameters)
    : query_(query),
      parameters_(parameters),
      leaves_below_(std::max<std::size_t>(1, query.paths.tops.size())) {
  const auto total = static_cast<double>(store.size());
  for (const auto& prefix : query.paths.prefixes) {
    Group& group = groups_[prefix.key];
    group.idf = std::max(0.0, std::log(total / store.path_frequency(prefix.key)));
    group.prefixes.push_back({prefix.leaf, prefix.top, prefix.operators});
    ++leaves_below_[prefix.top];
  }
  for (auto& [key, group] : groups_) {
    std::ranges::sort(group.prefixes, {},
                      [](const QueryPrefix& p) { return std::pair(p.top, p.leaf); });
  }
}

PathScore PathScorer::score(const StoredFormula& candidate) {
  hits_.clear();
  for (const auto& prefix : candidate.paths.prefixes) {
    const auto found = groups_.find(prefix.key);
    if (found == groups_.end()) continue;
    hits_.push_back({&found->second, prefix.top, prefix.leaf, prefix.operators});
  }
  PathScore result;
  if (hits_.empty()) return result;
  // Hits of one group and top stand together, so that their number is the candidate's weight.
  std::ranges::sort(hits_, [](const Hit& a, const Hit& b) {
    if (a.top != b.top) return a.top < b.top;
    const QueryPrefix& x = a.group->prefixes.front();
    const QueryPrefix& y = b.group->prefixes.front();
    return std::tuple(x.top, x.leaf, a.leaf) < std::tuple(y.top, y.leaf, b.leaf);
  });
  std::size_t best_query_top = 0;
  std::size_t best_top = 0;
  for (std::size_t begin = 0; begin < hits_.size();) {
    sums_.assign(leaves_below_.size(), 0);
    const std::uint16_t top = hits_[begin].top;
    std::size_t end = begin;
    while (end < hits_.size() && hits_[end].top == top) {
      const Group* group = hits_[end].group;
      double weight = 0;
      for (; end < hits_.size() && hits_[end].top == top && hits_[end].group == group; ++end) {
        ++weight;
      }
      for (std::size_t i = 0; i < group->prefixes.size();) {
        const std::uint16_t query_top = group->prefixes[i].top;
        double query_weight = 0;
        for (; i < group->prefixes.size() && group->prefixes[i].top == query_top; ++i) {
          ++query_weight;
        }
        sums_[query_top] += std::min(weight, query_weight) * group->idf;
      }
    }
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      if (sums_[i] <= result.structure) continue;
      result.structure = sums_[i];
      best_query_top = i;
      best_top = top;
    }
    begin = end;
  }
  if (result.structure == 0) return result;
  result.symbols = symbol_agreement(candidate, best_query_top, best_top);
  const double miss = 1 - result.symbols;
  const double leaves = static_cast<double>(candidate.paths.leaves.size());
  const double eta = parameters_.eta;
  result.score = result.structure / (1 + miss * miss) * ((1 - eta) + eta / std::log(1 + leaves));
  return result;
}

// Greedy: pairs of leaves that agree more are taken first, each leaf once.
double PathScorer::symbol_agreement(const StoredFormula& candidate, std::size_t query_top,
                                    std::size_t top) {
  struct Pair {
    double agreement;
    std::uint16_t query_leaf;
    std::uint16_t leaf;
  };
  std::vector<Pair> pairs;
  for (const Hit& hit : hits_) {
    if (hit.top != top) continue;
    for (const QueryPrefix& prefix : hit.group->prefixes) {
      if (prefix.top != query_top) continue;
      const bool same_symbol =
          query_.paths.leaves[prefix.leaf].symbol == candidate.paths.leaves[hit.leaf].symbol;
      const bool same_operators = prefix.operators == hit.operators;
      const double agreement = !same_symbol     ? parameters_.other_symbol
                               : same_operators ? 1.0
                                                : parameters_.same_symbol;
      pairs.push_back({agreement, prefix.leaf, hit.leaf});
    }
  }
  std::ranges::sort(pairs, [](const Pair& a, const Pair& b) {
    if (a.agreement != b.agreement) return a.agreement > b.agreement;
    return std::pair(a.query_leaf, a.leaf) < std::pair(b.query_leaf, b.leaf);
  });
  std::vector<bool> query_taken(query_.paths.leaves.size());
  std::vector<bool> taken(candidate.paths.leaves.size());
  double sum = 0;
  double matched = 0;
  for (const Pair& pair : pairs) {
    if (query_taken[pair.query_leaf] || taken[pair.leaf]) continue;
    query_taken[pair.query_leaf] = true;
    taken[pair.leaf] = true;
    sum += pair.agreement;
    ++matched;
  }
  return sum / (parameters_.per_query_leaf ? std::max(1.0, leaves_below_[query_top]) : matched);
}

}  // namespace noether::bench
