// Finds the best tree over words: every node except the root has one head, and the sum of the
// scores of these edges is the largest possible (Chu and Liu, 1965; Edmonds, 1967).
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace noether::amr {

// The score of an edge that does not exist.
inline constexpr double kMissingEdge = -std::numeric_limits<double>::infinity();

// `scores` has nodes * nodes numbers; the score of head h and dependent d is at h * nodes + d. Node
// 0 is the root, and its own head. With `one_below_root` the root has only one dependent. Every
// node must be reachable from the root. The time is nodes squared for each contracted cycle.
std::vector<std::size_t> best_arborescence(std::span<const double> scores, std::size_t nodes,
                                           bool one_below_root = true);

}  // namespace noether::amr
