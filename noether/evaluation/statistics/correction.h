// What a probability is worth when several hypotheses were tested: the chance of even one false
// alarm among all stays below the level that the corrected ones are compared with.
#pragma once

#include <span>
#include <vector>

namespace noether::evaluation {

// Each times their number, at most 1.
std::vector<double> bonferroni(std::span<const double> probabilities);

// Holm's step-down procedure (1979): the smallest times n, the next times n - 1, and so on, none
// below the one before. Never larger than Bonferroni's, and as safe.
std::vector<double> holm(std::span<const double> probabilities);

}  // namespace noether::evaluation
