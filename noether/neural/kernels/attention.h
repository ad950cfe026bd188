// Attention of the tokens of one sequence to each other.
#pragma once

#include <cstddef>
#include <vector>

namespace noether::neural {

struct AttentionShape {
  std::size_t heads = 1;
  std::size_t key_value_heads = 1;  // each serves heads / key_value_heads heads
  std::size_t size = 1;             // numbers of a head
  bool causal = false;              // a token sees no later tokens
};

// The last `count` of `tokens` tokens have queries; all tokens have keys and values. Strides are
// from token to token.
struct AttentionRows {
  const float* queries = nullptr;
  std::size_t query_stride = 0;
  const float* keys = nullptr;
  const float* values = nullptr;
  std::size_t key_stride = 0;  // of keys and of values
  std::size_t count = 0;
  std::size_t tokens = 0;
};

struct AttentionWorkspace {
  std::vector<float> keys;    // of one head, transposed
  std::vector<float> values;  // of one head
  std::vector<float> queries;
  std::vector<float> scores;
  std::vector<float> result;
};

// `out` gets, for each query, the values of all heads, weighted by the softmax of queries times
// keys / sqrt(size).
void attend(const AttentionShape& shape, const AttentionRows& rows, float* out,
            AttentionWorkspace& workspace);

}  // namespace noether::neural
