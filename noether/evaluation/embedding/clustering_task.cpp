#include "noether/evaluation/embedding/clustering_task.h"

#include <algorithm>
#include <numeric>

#include "noether/evaluation/embedding/assignment.h"

namespace noether::evaluation {

std::vector<std::uint32_t> cluster_by_groups(const Vectors& points,
                                             std::span<const std::uint32_t> group_of,
                                             std::size_t clusters) {
  const std::size_t groups = group_of.empty() ? 0 : std::ranges::max(group_of) + std::size_t{1};
  std::vector<std::size_t> sizes(groups);
  for (const std::uint32_t group : group_of) ++sizes[group];
  std::vector<std::size_t> order(groups);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return sizes[a] != sizes[b] ? sizes[a] > sizes[b] : a < b;
  });
  order.resize(std::min(order.size(), clusters));
  std::vector<std::size_t> cluster_of_group(groups, clusters);
  for (std::size_t c = 0; c < order.size(); ++c) cluster_of_group[order[c]] = c;

  Vectors means(order.size(), points.width());
  std::vector<std::uint32_t> found(group_of.size());
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    const std::size_t cluster = cluster_of_group[group_of[i]];
    found[i] = static_cast<std::uint32_t>(cluster);
    if (cluster == clusters) continue;
    for (std::size_t k = 0; k < points.width(); ++k) means.row(cluster)[k] += points.row(i)[k];
  }
  for (std::size_t c = 0; c < means.count(); ++c) normalise(means.row(c));
  for_each_row_of_products(points, means, 1, [&](std::size_t i, std::span<const float> products) {
    if (found[i] < clusters || is_zero(points.row(i))) return;
    found[i] = static_cast<std::uint32_t>(std::ranges::max_element(products) - products.begin());
  });
  return found;
}

ClusteringScore score_clustering(std::span<const std::uint32_t> true_cluster,
                                 std::span<const std::uint32_t> found_cluster,
                                 std::size_t clusters) {
  std::vector<std::int64_t> shared(clusters * clusters);
  std::vector<double> sizes(clusters);
  for (std::size_t i = 0; i < true_cluster.size(); ++i) {
    if (found_cluster[i] < clusters) ++shared[true_cluster[i] * clusters + found_cluster[i]];
    ++sizes[true_cluster[i]];
  }
  const std::vector<std::size_t> found_of = assign_one_to_one(shared, clusters);
  ClusteringScore score;
  double right = 0;
  for (std::size_t c = 0; c < clusters; ++c) {
    const auto hits = static_cast<double>(shared[c * clusters + found_of[c]]);
    score.accuracy += hits / sizes[c];
    right += hits;
  }
  if (clusters > 0) score.accuracy /= static_cast<double>(clusters);
  if (!true_cluster.empty())
    score.plain_accuracy = right / static_cast<double>(true_cluster.size());
  for (std::size_t i = 0; i < true_cluster.size(); ++i) {
    score.right.push_back(found_of[true_cluster[i]] == found_cluster[i]);
  }
  return score;
}

}  // namespace noether::evaluation
