// Formula retrieval: every expression asks for those most similar to it, among all others.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

// The depths of the paper's Table 15.
inline constexpr std::array<std::size_t, 4> kRetrievalDepths{5, 10, 15, 20};

struct RetrievalScore {
  // The share of the first k that are of the query's cluster, as a mean over all queries.
  std::array<double, kRetrievalDepths.size()> precision{};
  // The score if all members of the cluster came first: below 1 if clusters are small.
  std::array<double, kRetrievalDepths.size()> best_possible{};
  std::vector<std::uint8_t> hits;  // of every query, among its first twenty
};

// Groups of expressions known to be equal, one for each expression; empty if nothing is known.
// Those of the query's group come first, ordered by similarity.
using MeaningGroups = std::span<const std::uint32_t>;

// Compares every pair by the cosine, with ties in the order of the expressions. An expression with
// a zero vector finds nothing, and is not found, except within its group.
RetrievalScore score_retrieval(const Vectors& vectors, std::span<const std::uint32_t> cluster_of,
                               std::size_t clusters, unsigned threads, MeaningGroups groups = {},
                               const std::function<void(std::size_t done)>& on_query = {});

}  // namespace noether::evaluation
