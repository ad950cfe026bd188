#include "noether/neural/attention.h"

#include <algorithm>
#include <cmath>

#include "noether/neural/kernels/multiply_rows.h"
#include "noether/neural/kernels/rows.h"

namespace noether::neural {
namespace {

std::size_t padded(std::size_t size) {
  return (size + kSummedColumns - 1) / kSummedColumns * kSummedColumns;
}

}  // namespace

void attend(const float* in, std::size_t tokens, std::size_t width, std::size_t heads, float* out,
            AttentionWorkspace& workspace) {
  const std::size_t size = width / heads;
  const std::size_t columns = padded(tokens);
  const std::size_t padded_size = padded(size);
  const float scale = 1 / std::sqrt(static_cast<float>(size));
  workspace.queries.resize(tokens * size);
  workspace.keys.assign(size * columns, 0);
  workspace.values.assign(tokens * padded_size, 0);
  workspace.scores.resize(tokens * columns);
  workspace.result.resize(tokens * padded_size);
  for (std::size_t head = 0; head < heads; ++head) {
    for (std::size_t token = 0; token < tokens; ++token) {
      const float* row = in + token * 3 * width + head * size;
      for (std::size_t i = 0; i < size; ++i) {
        workspace.queries[token * size + i] = row[i] * scale;
        workspace.keys[i * columns + token] = row[width + i];
        workspace.values[token * padded_size + i] = row[2 * width + i];
      }
    }
    multiply_rows(workspace.queries.data(), size, tokens, size, workspace.keys.data(), columns,
                  workspace.scores.data());
    for (std::size_t token = 0; token < tokens; ++token) {
      softmax_row(workspace.scores.data() + token * columns, tokens);
    }
    multiply_rows(workspace.scores.data(), columns, tokens, tokens, workspace.values.data(),
                  padded_size, workspace.result.data());
    for (std::size_t token = 0; token < tokens; ++token) {
      std::copy_n(workspace.result.data() + token * padded_size, size,
                  out + token * width + head * size);
    }
  }
}

}  // namespace noether::neural
