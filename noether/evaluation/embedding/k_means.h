// K-means: Lloyd's iterations from centres chosen by greedy k-means++, the best of several starts.
//
// Points are compared by Euclidean distance, which for unit vectors orders as the cosine does.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

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

}  // namespace noether::evaluation
