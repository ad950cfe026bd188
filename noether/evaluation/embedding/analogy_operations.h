// Solves an analogy by algebra: finds the operation that makes y1 from x1, and so the value of y2.
#pragma once

#include <span>

#include "noether/egen/tasks/analogies.h"
#include "noether/evaluation/embedding/analogy_task.h"
#include "noether/evaluation/embedding/meaning.h"

namespace noether::evaluation {

// Tries a fixed list of operations: none, the derivative, the inverse function, arithmetic and
// functions on the value or on the variable x. For the first operation that makes y1 from x1 and
// has answers, returns the expressions of the pool that may answer and equal its result for x2, all
// by fingerprints. An analogy without a fitting operation has none.
OpenAnswers answers_by_operations(std::span<const egen::Analogy> analogies,
                                  std::span<const egen::PoolEntry> pool,
                                  const MeaningOptions& options);

}  // namespace noether::evaluation
