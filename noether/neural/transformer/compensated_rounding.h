// int8 weights whose rounding errors are compensated by the weights that are rounded next.
// The results of a layer change by the rounding errors times its inputs. The inputs of a layer are
// correlated, so the other weights of a row can compensate for the error of one: each is rounded so
// that the error of the row's results so far is least (Babai's nearest plane, also known as GPTQ).
// The part of the error that is the same for all inputs goes into the bias.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "noether/neural/kernels/matrix.h"

namespace noether::neural {

inline constexpr float kMostSteps = 127;  // of an int8 number, up and down

// The multiple of the scale that is nearest to a value.
inline float whole_multiple(float value, float scale) {
  return std::clamp(std::round(value / scale), -kMostSteps, kMostSteps);
}

// Sums of the inputs of a layer, and of their products with each other, over the tokens of a
// sample.
class InputMoments {
 public:
  explicit InputMoments(std::size_t columns);

  // Rows of inputs, one for each token.
  void add(std::span<const float> rows);
  std::size_t columns() const { return means_.size(); }
  std::size_t tokens() const { return tokens_; }

  std::vector<double> means() const;
  std::vector<double> covariances() const;  // a row for each input

 private:
  std::size_t tokens_ = 0;
  std::vector<double> means_;    // sums so far
  std::vector<float> products_;  // of the rows of one call
  std::vector<double> moments_;  // sums so far
};

// Converts the weights to int8 with their scales: `weights.scales` is set for each row, and
// `weights.values` still are the floats. Rows of scale 0 become zeros.
void round_compensated(LinearWeights& weights, const InputMoments& moments);

}  // namespace noether::neural
