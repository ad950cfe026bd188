// K-means clustering of expressions: do equal ones come together, and different ones not?
//
// Lloyd's iterations begin with centres chosen by greedy k-means++; of several starts the best is
// taken. Points are compared by Euclidean distance, which for unit vectors orders as the cosine
// does. Found clusters are matched with true ones by an assignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

// One-to-one assignment of rows to columns with the greatest total weight.
// `weights` is a square matrix in rows of `size`, each below 2^40 and not negative. Gives the
// column of every row. Time grows with the cube of the size: a second for two thousand.
std::vector<std::size_t> assign_one_to_one(std::span<const std::int64_t> weights, std::size_t size);

struct KMeansOptions {
  std::size_t clusters = 8;
  std::size_t starts = 10;
  std::size_t most_iterations = 100;
  std::uint64_t seed = 1;
  unsigned threads = 1;                                      // one for each start, at most
  std::function<void(std::size_t done)> on_start_done = {};  // from any thread
};

struct KMeansResult {
  std::vector<std::uint32_t> cluster_of;  // of every point
  double inertia = 0;                     // the sum of squared distances to the centres
  std::size_t iterations = 0;             // of the start that was best
  bool settled = false;                   // no point changed its cluster in the last iteration
};

// There is at least one cluster, and no more of them than points. The result is a function of
// points, seed and counts, whatever the number of threads.
KMeansResult k_means(const Vectors& points, const KMeansOptions& options);

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
