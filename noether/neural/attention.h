// Attention of the tokens of one expression to each other.
#pragma once

#include <cstddef>
#include <vector>

namespace noether::neural {

struct AttentionWorkspace {
  std::vector<float> keys;    // of one head, transposed
  std::vector<float> values;  // of one head
  std::vector<float> queries;
  std::vector<float> scores;
  std::vector<float> result;
};

// `in` has for each token its queries, keys and values, 3 * width numbers; `out` gets the values of
// all heads, weighted by the softmax of queries times keys / sqrt(width / heads).
void attend(const float* in, std::size_t tokens, std::size_t width, std::size_t heads, float* out,
            AttentionWorkspace& workspace);

}  // namespace noether::neural
