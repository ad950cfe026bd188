#include "noether/evaluation/embedding/clustering_task.h"

#include "noether/evaluation/embedding/assignment.h"

namespace noether::evaluation {

ClusteringScore score_clustering(std::span<const std::uint32_t> true_cluster,
                                 std::span<const std::uint32_t> found_cluster,
                                 std::size_t clusters) {
  std::vector<std::int64_t> shared(clusters * clusters);
  std::vector<double> sizes(clusters);
  for (std::size_t i = 0; i < true_cluster.size(); ++i) {
    ++shared[true_cluster[i] * clusters + found_cluster[i]];
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
