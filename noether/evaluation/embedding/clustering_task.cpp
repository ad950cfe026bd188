#include "noether/evaluation/embedding/clustering_task.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "noether/base/assignment.h"
#include "noether/base/parallel.h"
#include "noether/egraph/terms/random.h"

namespace noether::evaluation {

std::vector<std::size_t> assign_one_to_one(std::span<const std::int64_t> weights,
                                           std::size_t size) {
  assert(weights.size() == size * size);
  const std::vector<double> values(weights.begin(), weights.end());
  std::vector<std::size_t> columns = base::best_assignment(values, size, size).columns;
  // Rows that no weight assigns to a column get the remaining ones.
  std::vector<bool> is_taken(size, false);
  for (const std::size_t column : columns) {
    if (column < size) is_taken[column] = true;
  }
  std::size_t next = 0;
  for (std::size_t& column : columns) {
    if (column < size) continue;
    while (is_taken[next]) ++next;
    column = next++;
  }
  return columns;
}

namespace {

// A number uniform in [0, 1), the same on every machine.
double unit_random(egraph::Random& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

class KMeansStart {
 public:
  KMeansStart(const Vectors& points, std::span<const float> squares, std::size_t clusters,
              std::uint64_t seed)
      : points_(points), squares_(squares), clusters_(clusters), random_(seed) {}

  KMeansResult run(std::size_t most_iterations) {
    KMeansResult result;
    Vectors centres = choose_centres();
    std::vector<std::uint32_t> before;
    while (result.iterations < most_iterations) {
      ++result.iterations;
      assign(centres, result);
      if (result.cluster_of == before) {
        result.settled = true;
        break;
      }
      before = result.cluster_of;
      move_centres(result.cluster_of, centres);
    }
    return result;
  }

 private:
  float distance(std::size_t point, float product, float centre_square) const {
    return std::max(0.0F, squares_[point] - 2 * product + centre_square);
  }

  // D. Arthur and S. Vassilvitskii, "k-means++: the advantages of careful seeding" (2007): a point
  // becomes the next centre with a probability that grows with the square of its distance. As they
  // propose, a few candidates are drawn, and the one that leaves the smallest sum is taken.
  Vectors choose_centres() {
    Vectors centres(clusters_, points_.width());
    std::vector<float> nearest(points_.count(), std::numeric_limits<float>::infinity());
    const auto candidates = 2 + static_cast<std::size_t>(std::log(static_cast<double>(clusters_)));
    for (std::size_t chosen = 0; chosen < clusters_; ++chosen) {
      const std::vector<std::size_t> drawn = draw(nearest, chosen == 0 ? 1 : candidates);
      const std::size_t best = least_left(drawn, nearest);
      std::ranges::copy(points_.row(drawn[best]), centres.row(chosen).begin());
      const float* const products = products_.data() + best * points_.count();
      for (std::size_t i = 0; i < points_.count(); ++i) {
        nearest[i] = std::min(nearest[i], distance(i, products[i], squares_[drawn[best]]));
      }
    }
    return centres;
  }

  // Draws points with probabilities proportional to these weights. All probabilities are equal for
  // the first centre, and if every point is already a centre.
  std::vector<std::size_t> draw(const std::vector<float>& weights, std::size_t how_many) {
    std::vector<double> sums;
    sums.reserve(weights.size());
    double sum = 0;
    for (const float weight : weights) sums.push_back(sum += static_cast<double>(weight));
    std::vector<std::size_t> drawn;
    for (std::size_t i = 0; i < how_many; ++i) {
      if (!(sum > 0) || std::isinf(sum)) {
        drawn.push_back(static_cast<std::size_t>(random_.below(std::uint64_t{points_.count()})));
        continue;
      }
      const auto found = std::ranges::upper_bound(sums, unit_random(random_) * sum);
      drawn.push_back(std::min(static_cast<std::size_t>(found - sums.begin()), sums.size() - 1));
    }
    return drawn;
  }

  // Finds the drawn point that leaves the smallest sum of distances when it becomes a centre. The
  // products of the drawn points with all points are kept.
  std::size_t least_left(const std::vector<std::size_t>& drawn, const std::vector<float>& nearest) {
    Vectors candidates(drawn.size(), points_.width());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      std::ranges::copy(points_.row(drawn[i]), candidates.row(i).begin());
    }
    inner_products(candidates, 0, drawn.size(), points_, products_);
    std::size_t best = 0;
    double best_left = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < drawn.size(); ++c) {
      const float* const products = products_.data() + c * points_.count();
      double left = 0;
      for (std::size_t i = 0; i < nearest.size(); ++i) {
        left +=
            static_cast<double>(std::min(nearest[i], distance(i, products[i], squares_[drawn[c]])));
      }
      if (left < best_left) {
        best_left = left;
        best = c;
      }
    }
    return best;
  }

  void assign(const Vectors& centres, KMeansResult& result) {
    std::vector<float> centre_squares;
    for (std::size_t c = 0; c < centres.count(); ++c) {
      centre_squares.push_back(inner_product(centres.row(c), centres.row(c)));
    }
    result.cluster_of.resize(points_.count());
    distances_.resize(points_.count());
    result.inertia = 0;
    for_each_row_of_products(points_, centres, 1,
                             [&](std::size_t point, std::span<const float> products) {
                               std::size_t best = 0;
                               float best_value = centre_squares[0] - 2 * products[0];
                               for (std::size_t c = 1; c < products.size(); ++c) {
                                 const float value = centre_squares[c] - 2 * products[c];
                                 if (value < best_value) {
                                   best = c;
                                   best_value = value;
                                 }
                               }
                               result.cluster_of[point] = static_cast<std::uint32_t>(best);
                               distances_[point] = std::max(0.0F, squares_[point] + best_value);
                               result.inertia += static_cast<double>(distances_[point]);
                             });
  }

  void move_centres(const std::vector<std::uint32_t>& cluster_of, Vectors& centres) {
    std::vector<std::size_t> sizes(clusters_);
    std::vector<double> sums(clusters_ * points_.width());
    for (std::size_t i = 0; i < points_.count(); ++i) {
      ++sizes[cluster_of[i]];
      double* const sum = sums.data() + cluster_of[i] * points_.width();
      const std::span<const float> row = points_.row(i);
      for (std::size_t k = 0; k < row.size(); ++k) sum[k] += static_cast<double>(row[k]);
    }
    for (std::size_t c = 0; c < clusters_; ++c) {
      if (sizes[c] == 0) {
        move_to_farthest(centres.row(c));
        continue;
      }
      const double* const sum = sums.data() + c * points_.width();
      const std::span<float> centre = centres.row(c);
      for (std::size_t k = 0; k < centre.size(); ++k) {
        centre[k] = static_cast<float>(sum[k] / static_cast<double>(sizes[c]));
      }
    }
  }

  // A centre that has lost all its points restarts at the point that is farthest from its centre.
  void move_to_farthest(std::span<float> centre) {
    const auto farthest = std::ranges::max_element(distances_);
    std::ranges::copy(points_.row(static_cast<std::size_t>(farthest - distances_.begin())),
                      centre.begin());
    *farthest = 0;
  }

  const Vectors& points_;
  std::span<const float> squares_;
  std::size_t clusters_;
  egraph::Random random_;
  std::vector<float> products_;
  std::vector<float> distances_;  // of every point from its centre
};

}  // namespace

KMeansResult k_means(const Vectors& points, const KMeansOptions& options) {
  assert(options.clusters > 0 && options.clusters <= points.count());
  std::vector<float> squares;
  for (std::size_t i = 0; i < points.count(); ++i) {
    squares.push_back(inner_product(points.row(i), points.row(i)));
  }
  std::vector<KMeansResult> results(std::max<std::size_t>(options.starts, 1));
  egraph::Random seeds(options.seed);
  std::vector<std::uint64_t> seed_of;
  for (std::size_t i = 0; i < results.size(); ++i) seed_of.push_back(seeds.next());
  std::atomic<std::size_t> done = 0;
  base::for_each_in_parallel(results.size(), options.threads, [&](std::size_t i, std::size_t) {
    results[i] =
        KMeansStart(points, squares, options.clusters, seed_of[i]).run(options.most_iterations);
    const std::size_t finished = ++done;
    if (options.on_start_done) options.on_start_done(finished);
  });
  return *std::ranges::min_element(results, {}, &KMeansResult::inertia);
}

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
