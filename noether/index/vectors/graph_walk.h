// Searches vectors that have a graph of neighbours, of formulas or of passages. nearest_vectors.h
// describes the method.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/vectors/nearest_vectors.h"
#include "noether/index/vectors/vector_code.h"

namespace noether::index {

// Numbered vectors. The rough ones may lack the low bytes, and are used to walk the graph.
template <typename Vectors>
concept SearchableVectors =
    requires(const Vectors& vectors, std::uint32_t number, std::vector<std::uint32_t>& into) {
      { vectors.size() } -> std::same_as<std::uint32_t>;
      { vectors.has_graph() } -> std::same_as<bool>;
      { vectors.rough_vector(number) } -> std::same_as<base::Result<VectorCode>>;
      { vectors.vector(number) } -> std::same_as<base::Result<VectorCode>>;
      { vectors.neighbours(number, into) } -> std::same_as<base::Result<void>>;
    };

// Heaps with these orders have the farthest vector first, or the nearest. Ties are ordered by
// number, so that the same search always takes the same path.
// NOLINTBEGIN(readability-identifier-naming): they are called like functions
inline constexpr auto nearer = [](const NearVector& a, const NearVector& b) {
  return a.cosine != b.cosine ? a.cosine > b.cosine : a.number < b.number;
};
inline constexpr auto farther = [](const NearVector& a, const NearVector& b) {
  return nearer(b, a);
};
// NOLINTEND(readability-identifier-naming)

// Keeps the nearest of the vectors that it is given.
class BestVectors {
 public:
  explicit BestVectors(std::size_t count) : count_(count) {}

  // Whether there are enough vectors, all of them nearer than this one.
  bool is_beyond(const NearVector& one) const {
    return heap_.size() == count_ && nearer(heap_.front(), one);
  }
  void add(const NearVector& one) {
    if (is_beyond(one)) return;
    if (heap_.size() == count_) {
      std::ranges::pop_heap(heap_, nearer);
      heap_.pop_back();
    }
    heap_.push_back(one);
    std::ranges::push_heap(heap_, nearer);
  }
  std::vector<NearVector> sorted() && {
    std::ranges::sort(heap_, nearer);
    return std::move(heap_);
  }

 private:
  std::size_t count_;
  std::vector<NearVector> heap_;  // the farthest first
};

template <SearchableVectors Vectors>
base::Result<std::vector<NearVector>> by_comparing_all(const Vectors& vectors,
                                                       const VectorCode& query,
                                                       std::uint32_t count) {
  BestVectors best(count);
  for (std::uint32_t number = 0; number < vectors.size(); ++number) {
    const auto rough = vectors.rough_vector(number);
    if (!rough) return std::unexpected(rough.error());
    const float most = rough_cosine(query.scale, query.high, rough->scale, rough->high) +
                       rough_error(query.scale, rough->scale, query.high.size());
    if (best.is_beyond({most, number})) continue;
    const auto code = vectors.vector(number);
    if (!code) return std::unexpected(code.error());
    best.add({cosine(query, *code), number});
  }
  return std::move(best).sorted();
}

template <SearchableVectors Vectors>
class GraphWalk {
 public:
  GraphWalk(const Vectors& vectors, const VectorCode& query, std::uint32_t beam)
      : vectors_(vectors), query_(query), best_(beam), seen_(vectors.size()) {}

  base::Result<std::vector<NearVector>> walk() {
    if (auto done = begin(); !done) return std::unexpected(done.error());
    std::vector<std::uint32_t> neighbours;
    while (!open_.empty()) {
      const NearVector next = open_.front();
      if (best_.is_beyond(next)) break;
      std::ranges::pop_heap(open_, farther);
      open_.pop_back();
      if (auto done = vectors_.neighbours(next.number, neighbours); !done) {
        return std::unexpected(done.error());
      }
      for (const std::uint32_t number : neighbours) {
        if (auto done = visit(number); !done) return std::unexpected(done.error());
      }
    }
    return std::move(best_).sorted();
  }

 private:
  static constexpr std::size_t kStarts = 16;

  base::Result<void> begin() {
    // The sample is small enough to cost little compared with the walk itself.
    const auto step = std::max(
        1U, static_cast<std::uint32_t>(std::sqrt(static_cast<double>(vectors_.size())) / 4));
    BestVectors starts(kStarts);
    for (std::uint32_t number = 0; number < vectors_.size(); number += step) {
      const auto near = measure(number);
      if (!near) return std::unexpected(near.error());
      starts.add(*near);
    }
    for (const NearVector& start : std::move(starts).sorted()) {
      if (auto done = visit(start.number); !done) return done;
    }
    return {};
  }

  base::Result<NearVector> measure(std::uint32_t number) const {
    const auto code = vectors_.rough_vector(number);
    if (!code) return std::unexpected(code.error());
    return NearVector{rough_cosine(query_.scale, query_.high, code->scale, code->high), number};
  }

  base::Result<void> visit(std::uint32_t number) {
    if (seen_[number]) return {};
    seen_[number] = true;
    const auto near = measure(number);
    if (!near) return std::unexpected(near.error());
    if (best_.is_beyond(*near)) return {};
    best_.add(*near);
    open_.push_back(*near);
    std::ranges::push_heap(open_, farther);
    return {};
  }

  const Vectors& vectors_;
  const VectorCode& query_;
  BestVectors best_;
  std::vector<NearVector> open_;  // vectors whose neighbours are not yet visited, the nearest first
  std::vector<bool> seen_;
};

// The nearest come first; ties are ordered by number. The query has the width of the vectors.
template <SearchableVectors Vectors>
base::Result<std::vector<NearVector>> nearest_in(const Vectors& vectors, const VectorCode& query,
                                                 const NearestOptions& options) {
  const std::uint32_t count = std::min(options.count, vectors.size());
  if (count == 0) return std::vector<NearVector>();
  const std::uint32_t beam = std::max(options.beam, count < UINT32_MAX / 2 ? 2 * count : count);
  if (options.exact || !vectors.has_graph() || beam >= vectors.size() / 4) {
    return by_comparing_all(vectors, query, count);
  }
  const auto rough = GraphWalk(vectors, query, beam).walk();
  if (!rough) return rough;
  BestVectors best(count);
  for (const NearVector& near : *rough) {
    const auto code = vectors.vector(near.number);
    if (!code) return std::unexpected(code.error());
    best.add({cosine(query, *code), near.number});
  }
  return std::move(best).sorted();
}

}  // namespace noether::index
