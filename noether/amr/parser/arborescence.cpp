#include "noether/amr/parser/arborescence.h"

#include <algorithm>
#include <cmath>

namespace noether::amr {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// The nodes of a cycle among the heads; empty if there is none.
std::vector<std::size_t> find_cycle(const std::vector<std::size_t>& heads) {
  std::vector<std::size_t> seen_by(heads.size(), kNone);
  seen_by[0] = 0;
  for (std::size_t start = 1; start < heads.size(); ++start) {
    std::size_t node = start;
    while (seen_by[node] == kNone) {
      seen_by[node] = start;
      node = heads[node];
    }
    if (node == 0 || seen_by[node] != start) continue;
    std::vector<std::size_t> cycle = {node};
    for (std::size_t next = heads[node]; next != node; next = heads[next]) cycle.push_back(next);
    return cycle;
  }
  return {};
}

std::vector<std::size_t> solve(const std::vector<double>& scores, std::size_t nodes) {
  std::vector<std::size_t> heads(nodes, 0);
  for (std::size_t d = 1; d < nodes; ++d) {
    for (std::size_t h = 0; h < nodes; ++h) {
      if (h != d && scores[h * nodes + d] > scores[heads[d] * nodes + d]) heads[d] = h;
    }
  }
  const std::vector<std::size_t> cycle = find_cycle(heads);
  if (cycle.empty()) return heads;

  // The cycle becomes one node, the last. An edge into it replaces one of its own edges.
  std::vector<bool> in_cycle(nodes);
  for (const std::size_t node : cycle) in_cycle[node] = true;
  std::vector<std::size_t> kept;
  for (std::size_t node = 0; node < nodes; ++node) {
    if (!in_cycle[node]) kept.push_back(node);
  }
  const std::size_t size = kept.size() + 1;
  const std::size_t whole = kept.size();
  std::vector<double> smaller(size * size, kMissingEdge);
  std::vector<std::size_t> entered(size, cycle.front());
  std::vector<std::size_t> left(size, cycle.front());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t j = 0; j < kept.size(); ++j) {
      smaller[i * size + j] = scores[kept[i] * nodes + kept[j]];
    }
    for (const std::size_t node : cycle) {
      const double into = scores[kept[i] * nodes + node] - scores[heads[node] * nodes + node];
      if (into > smaller[i * size + whole]) {
        smaller[i * size + whole] = into;
        entered[i] = node;
      }
      const double out = scores[node * nodes + kept[i]];
      if (out > smaller[whole * size + i]) {
        smaller[whole * size + i] = out;
        left[i] = node;
      }
    }
  }
  const std::vector<std::size_t> of_smaller = solve(smaller, size);
  for (std::size_t i = 1; i < kept.size(); ++i) {
    heads[kept[i]] = of_smaller[i] == whole ? left[i] : kept[of_smaller[i]];
  }
  const std::size_t above = of_smaller[whole];
  heads[entered[above]] = kept[above];
  return heads;
}

}  // namespace

std::vector<std::size_t> best_arborescence(std::span<const double> scores, std::size_t nodes,
                                           bool one_below_root) {
  std::vector<double> used(scores.begin(), scores.end());
  if (one_below_root) {
    // An edge from the root costs more than all other edges together can gain.
    double range = 1;
    for (const double score : scores) {
      if (std::isfinite(score)) range += std::abs(score);
    }
    for (std::size_t d = 0; d < nodes; ++d) used[d] -= 2 * range;
  }
  return solve(used, nodes);
}

}  // namespace noether::amr
