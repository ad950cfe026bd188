// K-means clustering of expressions: measures whether equal expressions come together, and
// different ones apart.
//
// Lloyd's iterations begin with centres chosen by greedy k-means++; the best of several starts is
// taken. Points are compared by Euclidean distance, which gives the same order as the cosine for
// unit vectors. Found clusters are matched with true ones by an assignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

// Finds the one-to-one assignment of rows to columns with the greatest total weight.
// `weights` is a square matrix in rows of `size`, each weight below 2^40 and not negative. Returns
// the column of every row.
std::vector<std::size_t> assign_one_to_one(std::span<const std::int64_t> weights, std::size_t size);

struct KMeansOptions {
  std::size_t clusters = 8;
  std::size_t starts = 10;
  std::size_t most_iterations = 100;
  std::uint64_t seed = 1;
  unsigned threads = 1;                                      // at most one per start
  std::function<void(std::size_t done)> on_start_done = {};  // called from any thread
};

struct KMeansResult {
  std::vector<std::uint32_t> cluster_of;  // for every point
  double inertia = 0;                     // the sum of squared distances to the centres
  std::size_t iterations = 0;             // in the best start
  bool settled = false;                   // no point changed its cluster in the last iteration
};

// There must be at least one cluster, and not more clusters than points. The result is a function
// of points, seed and counts, whatever the number of threads.
KMeansResult k_means(const Vectors& points, const KMeansOptions& options);

struct ClusteringScore {
  double accuracy = 0;        // the paper's equation 3: the mean over true clusters of equation 4
  double plain_accuracy = 0;  // the share of all expressions that are in the right cluster
  std::vector<bool> right;    // for every expression
};

// Makes clusters from groups of expressions known to be equal. Each point has the number of its
// group, from 0. The largest groups become the clusters, and the points of other groups go to the
// nearest mean. A zero point gets the number of clusters, which means that it is in no cluster.
std::vector<std::uint32_t> cluster_by_groups(const Vectors& points,
                                             std::span<const std::uint32_t> group_of,
                                             std::size_t clusters);

// True and found clusters are numbered from 0 and are equally many; no true cluster is empty. A
// point that is in no found cluster has the number of clusters, and is wrong. Clusters are matched
// one to one so that as many expressions as possible are right.
ClusteringScore score_clustering(std::span<const std::uint32_t> true_cluster,
                                 std::span<const std::uint32_t> found_cluster,
                                 std::size_t clusters);

}  // namespace noether::evaluation
