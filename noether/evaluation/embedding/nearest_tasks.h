// The two tasks that look for the nearest among many expressions.
//
// Embedding algebra: x1 is to y1 as x2 is to y2, where y2 is the expression of a pool that is
// nearest to f(y1) - f(x1) + f(x2). Algebra solves some analogies instead: it finds the operation
// that makes y1 from x1, and so the value of y2.
//
// Formula retrieval: each expression is a query for the expressions most similar to it, among all
// others.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "noether/egen/tasks/analogies.h"
#include "noether/evaluation/embedding/expression_vectors.h"
#include "noether/evaluation/embedding/meaning.h"
#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

struct AnalogyScore {
  double accuracy = 0;
  std::vector<std::string> predicted;  // for every analogy
  std::vector<bool> right;
  std::size_t decided = 0;  // analogies for which algebra left a single answer
};

// For each analogy, the positions in the pool among which its answer must be; empty if unknown.
using OpenAnswers = std::vector<std::vector<std::uint32_t>>;

// Whether the entry may be the answer: excludes x1, y1 and x2, and the groups that the analogy
// excludes, except y2 itself.
bool may_answer(const egen::Analogy& analogy, const egen::PoolEntry& entry);

// `open` has a list for every analogy, or is empty. If the vectors decide, an analogy with an
// expression without a vector gets no prediction, and no expression without a vector is predicted.
AnalogyScore score_analogies(std::span<const egen::Analogy> analogies,
                             std::span<const egen::PoolEntry> pool,
                             const ExpressionVectors& vectors, unsigned threads,
                             const OpenAnswers& open = {});

// Tries a fixed list of operations: none, the derivative, the inverse function, arithmetic and
// functions on the value or on the variable x. Takes the first operation that makes y1 from x1 and
// has answers, and returns the expressions of the pool that may answer and equal its result for x2.
// All comparisons are by fingerprint. The list is empty for an analogy without a fitting operation.
OpenAnswers answers_by_operations(std::span<const egen::Analogy> analogies,
                                  std::span<const egen::PoolEntry> pool,
                                  const MeaningOptions& options);

// The depths of the paper's Table 15.
inline constexpr std::array<std::size_t, 4> kRetrievalDepths{5, 10, 15, 20};

struct RetrievalScore {
  // The share of the first k results that are in the query's cluster, as a mean over all queries.
  std::array<double, kRetrievalDepths.size()> precision{};
  // The score if all members of the cluster came first. It is below 1 if clusters are small.
  std::array<double, kRetrievalDepths.size()> best_possible{};
  std::vector<std::uint8_t> hits;  // for every query, among its first twenty results
};

// Groups of expressions known to be equal, a number for each expression; empty if unknown. The
// results from the query's group come first, ordered by similarity.
using MeaningGroups = std::span<const std::uint32_t>;

// Compares every pair by the cosine, with ties in the order of the expressions. A zero vector finds
// nothing, and is not found, except within its group.
RetrievalScore score_retrieval(const Vectors& vectors, std::span<const std::uint32_t> cluster_of,
                               std::size_t clusters, unsigned threads, MeaningGroups groups = {},
                               const std::function<void(std::size_t done)>& on_query = {});

}  // namespace noether::evaluation
