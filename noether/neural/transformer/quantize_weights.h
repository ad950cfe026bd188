// Conversion of float32 weights to int8; dequantize_weights converts back. The weights that are
// rounded later may compensate for the rounding errors of earlier ones. The results of a layer
// change by the rounding errors times its inputs. The inputs of a layer are correlated, so the
// other weights of a row can compensate for the error of one: each is rounded so that the error of
// the row's results so far is least (Babai's nearest plane, also known as GPTQ). The part of the
// error that is the same for all inputs goes into the bias.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/neural/kernels/matrix.h"
#include "noether/neural/token.h"
#include "noether/neural/transformer/transformer_weights.h"

namespace noether::neural {

inline constexpr float kMostSteps = 127;  // the largest magnitude of an int8 number

// The multiple of the scale that is nearest to a value.
inline float whole_multiple(float value, float scale) {
  return std::clamp(std::round(value / scale), -kMostSteps, kMostSteps);
}

// Sums of the inputs of a layer, and of their products with each other, over the tokens of a
// sample.
class InputMoments {
 public:
  explicit InputMoments(std::size_t columns);

  // Adds rows of inputs, one for each token.
  void add(std::span<const float> rows);
  std::size_t columns() const { return means_.size(); }
  std::size_t tokens() const { return tokens_; }

  std::vector<double> means() const;
  std::vector<double> covariances() const;  // one row for each input

 private:
  std::size_t tokens_ = 0;
  std::vector<double> means_;    // sums so far
  std::vector<float> products_;  // of the rows of one call
  std::vector<double> moments_;  // sums so far
};

// Converts the weights to int8 with their scales: `weights.scales` is set for each row, and
// `weights.values` still are the floats. Rows of scale 0 become zeros.
void round_compensated(LinearWeights& weights, const InputMoments& moments);

// Each row of each matrix becomes integer multiples of 1/127 of its largest number; norms and
// biases stay float32. A row that already consists of integer multiples of a scale is kept exactly:
// this holds for models trained on the grid and for those that dequantize_weights made. The table
// of tokens is rounded only on request.
enum class TokenTable : std::uint8_t { Keep, Round };
void quantize_weights(TransformerWeights& weights, const TransformerConfig& config,
                      TokenTable table);
// The same, but the weights of a layer compensate for each other's rounding (round_compensated),
// optimised for these sequences of tokens. No sequence may be empty, and the model must read no
// features. The sequences must come from texts like those that the model will read: random tokens
// are worse than no sample.
void quantize_weights(TransformerWeights& weights, const TransformerConfig& config,
                      TokenTable table, std::span<const std::vector<TokenId>> sample);

}  // namespace noether::neural
