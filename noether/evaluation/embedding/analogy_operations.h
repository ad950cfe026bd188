// What algebra can tell about an analogy: which operation makes y1 of x1, and so what y2 must
// equal.
#pragma once

#include <span>

#include "noether/egen/tasks/analogies.h"
#include "noether/evaluation/embedding/analogy_task.h"
#include "noether/evaluation/embedding/meaning.h"

namespace noether::evaluation {

// Tries a fixed list of operations: none, the derivative, the inverse function, arithmetic and
// functions on the value or on the variable x. Of the first that makes y1 of x1 and has answers,
// these are the expressions of the pool that may answer and equal what it makes of x2; all by
// fingerprints. An analogy that no operation fits has none.
OpenAnswers answers_by_operations(std::span<const egen::Analogy> analogies,
                                  std::span<const egen::PoolEntry> pool,
                                  const MeaningOptions& options);

}  // namespace noether::evaluation
