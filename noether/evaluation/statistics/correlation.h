// The correlation of two measures over the same systems: Pearson's r of their values, Kendall's tau
// of their rankings.
// Both lists have the same length. There is no correlation if there are fewer than two values, if
// all values of one list are equal, or if one is not finite.
#pragma once

#include <optional>
#include <span>

namespace noether::evaluation {

std::optional<double> pearson(std::span<const double> first, std::span<const double> second);

// Tau-b, which takes account of ties, in n log n steps.
std::optional<double> kendall_tau(std::span<const double> first, std::span<const double> second);

}  // namespace noether::evaluation
