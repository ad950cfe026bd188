// Smatch by hill climbing: from a first choice of pairs, the move that gains most is made until
// none gains; again from random choices, and the best is kept.
#pragma once

#include <cstdint>

#include "noether/amr/smatch/match_problem.h"

namespace noether::amr {

// The first choice takes nodes of the same concept; `restarts` more are drawn.
NodeChoice climb_hills(const MatchProblem& problem, unsigned restarts, std::uint64_t seed);

}  // namespace noether::amr
