#include "noether/evaluation/embedding/retrieval_task.h"

#include <algorithm>
#include <atomic>

namespace noether::evaluation {
namespace {

constexpr std::size_t kDeepest = kRetrievalDepths.back();

struct Found {
  bool same_group = false;
  float product = 0;
  std::uint32_t expression = 0;

  friend bool operator<(const Found& a, const Found& b) {
    if (a.same_group != b.same_group) return a.same_group;
    if (a.product != b.product) return a.product > b.product;
    return a.expression < b.expression;
  }
};

// The best twenty so far, the worst of them on top of a heap.
class Nearest {
 public:
  void take(const Found& found) {
    if (heap_.size() == kDeepest) {
      if (!(found < heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.back() = found;
    } else {
      heap_.push_back(found);
    }
    std::push_heap(heap_.begin(), heap_.end());
  }
  std::vector<Found> in_order() && {
    std::sort_heap(heap_.begin(), heap_.end());
    return std::move(heap_);
  }

 private:
  std::vector<Found> heap_;
};

}  // namespace

RetrievalScore score_retrieval(const Vectors& vectors, std::span<const std::uint32_t> cluster_of,
                               std::size_t clusters, unsigned threads, MeaningGroups groups,
                               const std::function<void(std::size_t done)>& on_query) {
  const std::size_t count = vectors.count();
  RetrievalScore score;
  if (count == 0) return score;
  std::vector<std::array<std::uint8_t, kRetrievalDepths.size()>> hits(count);
  std::vector<bool> readable(count);
  for (std::size_t i = 0; i < count; ++i) readable[i] = !is_zero(vectors.row(i));
  std::atomic<std::size_t> done = 0;
  for_each_row_of_products(
      vectors, vectors, threads, [&](std::size_t query, std::span<const float> products) {
        Nearest nearest;
        for (std::uint32_t i = 0; i < count; ++i) {
          if (i == query) continue;
          const bool same_group = !groups.empty() && groups[i] == groups[query];
          if (!same_group && !(readable[i] && readable[query])) continue;
          nearest.take({same_group, products[i], i});
        }
        const std::vector<Found> found = std::move(nearest).in_order();
        for (std::size_t d = 0; d < kRetrievalDepths.size(); ++d) {
          const auto first = std::span(found).first(std::min(kRetrievalDepths[d], found.size()));
          hits[query][d] =
              static_cast<std::uint8_t>(std::ranges::count_if(first, [&](const Found& candidate) {
                return cluster_of[candidate.expression] == cluster_of[query];
              }));
        }
        const std::size_t finished = ++done;
        if (on_query) on_query(finished);
      });
  std::vector<std::size_t> sizes(clusters);
  for (const std::uint32_t cluster : cluster_of) ++sizes[cluster];
  // Whole numbers until the end, so that all of them right is exactly 1.
  std::array<std::uint64_t, kRetrievalDepths.size()> found{};
  std::array<std::uint64_t, kRetrievalDepths.size()> possible{};
  for (std::size_t query = 0; query < count; ++query) {
    for (std::size_t d = 0; d < kRetrievalDepths.size(); ++d) {
      found[d] += hits[query][d];
      possible[d] += std::min(kRetrievalDepths[d], sizes[cluster_of[query]] - 1);
    }
    score.hits.push_back(hits[query].back());
  }
  for (std::size_t d = 0; d < kRetrievalDepths.size(); ++d) {
    const auto of = static_cast<double>(count * kRetrievalDepths[d]);
    score.precision[d] = static_cast<double>(found[d]) / of;
    score.best_possible[d] = static_cast<double>(possible[d]) / of;
  }
  return score;
}

}  // namespace noether::evaluation
