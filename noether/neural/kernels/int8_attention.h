// Attention with sums of int8 products, for encoders with int8 weights.
// Queries, keys and values of each token and head are rounded to 8 bits, each with its own scale.
// The weights of the softmax have 16 bits, because a passage has many small ones. All sums are
// exact integers and floats are rounded one by one, so every kernel gives the same bits, and the
// results of a sequence do not depend on the rest of the batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/neural/kernels/attention.h"
#include "noether/neural/kernels/int8_dot.h"

namespace noether::neural {

struct Int8AttentionWorkspace {
  std::vector<std::int8_t> keys;    // of one head, in panels of 16 tokens
  std::vector<std::int8_t> values;  // of one head, in panels of 16 numbers of it
  std::vector<float> key_scales;
  std::vector<float> value_scales;
  std::vector<std::int8_t> row;  // of one token
  std::vector<std::int8_t> queries;
  std::vector<float> scores;
  std::vector<std::int8_t> weights;  // for each query the high bytes, then the low ones
};

// Like attend; the shape must not be causal.
void attend_int8(const AttentionShape& shape, const AttentionRows& rows, const Int8Kernel& kernel,
                 float* out, Int8AttentionWorkspace& workspace);

}  // namespace noether::neural
