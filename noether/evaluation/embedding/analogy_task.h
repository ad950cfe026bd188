// Embedding algebra: x1 is to y1 as x2 is to y2, where y2 is the expression of a pool that is
// nearest to f(y1) - f(x1) + f(x2). Algebra solves some of them instead: it finds the operation
// that makes y1 from x1, and so the value of y2.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/egen/tasks/analogies.h"
#include "noether/evaluation/embedding/expression_vectors.h"
#include "noether/evaluation/embedding/meaning.h"

namespace noether::evaluation {

struct AnalogyScore {
  double accuracy = 0;
  std::vector<std::string> predicted;  // of every analogy
  std::vector<bool> right;
  std::size_t decided = 0;  // analogies for which algebra left one answer
};

// Positions in the pool among which the answer to an analogy must be; empty if nothing is known.
using OpenAnswers = std::vector<std::vector<std::uint32_t>>;

// Excludes x1, y1 and x2, and the groups that the analogy excludes, except y2 itself.
bool may_answer(const egen::Analogy& analogy, const egen::PoolEntry& entry);

// `open` has a list for every analogy, or is empty. Where vectors decide, nothing is predicted for
// an analogy with an expression without a vector, and no such expression is predicted.
AnalogyScore score_analogies(std::span<const egen::Analogy> analogies,
                             std::span<const egen::PoolEntry> pool,
                             const ExpressionVectors& vectors, unsigned threads,
                             const OpenAnswers& open = {});

// Tries a fixed list of operations: none, the derivative, the inverse function, arithmetic and
// functions on the value or on the variable x. For the first operation that makes y1 from x1 and
// has answers, returns the expressions of the pool that may answer and equal its result for x2, all
// by fingerprints. An analogy without a fitting operation has none.
OpenAnswers answers_by_operations(std::span<const egen::Analogy> analogies,
                                  std::span<const egen::PoolEntry> pool,
                                  const MeaningOptions& options);

}  // namespace noether::evaluation
