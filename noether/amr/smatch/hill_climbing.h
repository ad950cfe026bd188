// Smatch by hill climbing: starts with a choice of pairs and makes the move that gains most until
// no move gains. It starts again from random choices and keeps the best result.
#pragma once

#include <cstdint>

#include "noether/amr/smatch/match_problem.h"

namespace noether::amr {

// The first choice takes nodes of the same concept; `restarts` more are drawn.
NodeChoice climb_hills(const MatchProblem& problem, unsigned restarts, std::uint64_t seed);

}  // namespace noether::amr
