// Smatch exactly: the choice of pairs that matches most triples, by branch and bound.
#pragma once

#include <cstddef>

#include "noether/amr/smatch/match_problem.h"

namespace noether::amr {

// Graphs with more nodes are not searched.
inline constexpr std::size_t kMostExactNodes = 40;
// A search that takes more steps ends with the best choice so far. A step takes up to 100 µs.
inline constexpr std::size_t kMostExactSteps = 100'000;

struct ExactMatch {
  NodeChoice choice;
  bool is_proven = false;  // that no choice matches more
  std::size_t steps = 0;
};

// `found` is a choice to be beaten.
ExactMatch best_match(const MatchProblem& problem, NodeChoice found,
                      std::size_t most_steps = kMostExactSteps);

}  // namespace noether::amr
