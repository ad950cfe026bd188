// The best tree over words: every node but the root has one head, and the scores of these edges are
// the largest possible sum (Chu and Liu, 1965; Edmonds, 1967).
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace noether::amr {

// Edges that there are not.
inline constexpr double kMissingEdge = -std::numeric_limits<double>::infinity();

// `scores` has nodes * nodes numbers, that of head h and dependent d at h * nodes + d. Node 0 is
// the root; its own head is itself. With `one_below_root` it has one dependent only. Every node
// must be reachable from the root. Time is nodes squared for each cycle that is contracted.
std::vector<std::size_t> best_arborescence(std::span<const double> scores, std::size_t nodes,
                                           bool one_below_root = true);

}  // namespace noether::amr
