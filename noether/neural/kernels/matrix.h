// The numbers of linear layers and norms, as stored in files of weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace noether::neural {

// One row for each output channel: float32, or int8 with a scale for each row.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> values;           // empty if the matrix is int8
  std::vector<std::int8_t> quantized;  // empty if the matrix is float32
  std::vector<float> scales;

  bool is_int8() const { return !quantized.empty(); }
};

struct LinearWeights {
  Matrix weight;
  std::vector<float> bias;  // empty if there is no bias
};

struct NormWeights {
  std::vector<float> weight;
  std::vector<float> bias;  // empty if there is no bias
};

}  // namespace noether::neural
