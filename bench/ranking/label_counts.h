// Counts in how many formulas the labels of operator trees stand, for weights/labels.weights.
#pragma once

#include <span>
#include <string>

namespace noether::bench {

// Labels of fewer formulas are left out: about as rare as each other for whoever asks.
inline constexpr unsigned kLeastLabelCount = 20;

// The lines that search::LabelRarities reads, the most frequent label first.
std::string write_label_counts(std::span<const std::string> latex);

}  // namespace noether::bench
