// K-means clustering of expressions: do equal ones come together, and different ones not?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

struct ClusteringScore {
  double accuracy = 0;        // the paper's equation 3: the mean over true clusters of equation 4
  double plain_accuracy = 0;  // the share of all expressions that are where they belong
  std::vector<bool> right;    // of every expression
};

// Makes clusters from groups of expressions known to be equal (one number from 0 for each point):
// the largest groups are the clusters, and the points of the others go to the nearest mean; a zero
// point gets the number of clusters, which is that of no cluster.
std::vector<std::uint32_t> cluster_by_groups(const Vectors& points,
                                             std::span<const std::uint32_t> group_of,
                                             std::size_t clusters);

// True clusters, none of which is empty, and found ones are numbered from 0 and are equally many. A
// point in no found cluster has the number of clusters and is wrong. They are matched one to one so
// that as many expressions as possible are right.
ClusteringScore score_clustering(std::span<const std::uint32_t> true_cluster,
                                 std::span<const std::uint32_t> found_cluster,
                                 std::size_t clusters);

}  // namespace noether::evaluation
