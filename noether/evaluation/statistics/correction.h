// Corrects probabilities for several tested hypotheses: the probability of even one false alarm
// stays below the level with which the corrected ones are compared.
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
