// The weights of a softmax as integers of two bytes, for attention with int8 products.
#pragma once

#include <cstddef>
#include <cstdint>

namespace noether::neural {

// A weight is kHighWeight * high + low, with high from 0 to 127 and low from -128 to 127.
inline constexpr float kHighWeight = 256;
inline constexpr float kMostWeight = 127 * 256 + 127;

// The input of the weights, which are factors[i] * 2^((scores[i] - greatest) * scale). Factors are
// from 0 to kMostWeight; the scale is not negative.
struct SoftmaxScores {
  const float* scores = nullptr;
  const float* factors = nullptr;
  std::size_t size = 0;  // a multiple of 16
  float greatest = 0;    // of the scores
  float scale = 1;
};

// The destination of the bytes: block i of eight bytes, high or low, is i * `stride` after the
// first block.
struct WeightBytes {
  std::int8_t* high = nullptr;
  std::int8_t* low = nullptr;
  std::size_t stride = 8;
};

// Returns the sum of the powers of two. Each is within 1e-4 of its exact value, which suffices
// because the weighted values have 8 bits. None is below 2^-126. The bits are the same on every
// machine.
float softmax_weights(const SoftmaxScores& row, const WeightBytes& to);

// The implementation for any machine, with the same results; for tests.
float softmax_weights_portable(const SoftmaxScores& row, const WeightBytes& to);

}  // namespace noether::neural
