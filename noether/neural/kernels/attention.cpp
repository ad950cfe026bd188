#include "noether/neural/kernels/attention.h"

#include <algorithm>
#include <cmath>

#include "noether/neural/kernels/lanes.h"
#include "noether/neural/kernels/multiply_rows.h"
#include "noether/neural/kernels/rows.h"

namespace noether::neural {
namespace {

// The number of queries whose scores are kept at once. Those of 256 tokens fit into the nearest
// cache.
constexpr std::size_t kQueriesAtOnce = 32;

std::size_t padded(std::size_t size) {
  return (size + kSummedColumns - 1) / kSummedColumns * kSummedColumns;
}

void take_keys_and_values(const AttentionShape& shape, const AttentionRows& rows, std::size_t head,
                          std::size_t columns, std::size_t padded_size,
                          AttentionWorkspace& workspace) {
  for (std::size_t token = 0; token < rows.tokens; ++token) {
    const float* keys = rows.keys + token * rows.key_stride + head * shape.size;
    const float* values = rows.values + token * rows.key_stride + head * shape.size;
    for (std::size_t i = 0; i < shape.size; ++i) {
      workspace.keys[i * columns + token] = keys[i];
      workspace.values[token * padded_size + i] = values[i];
    }
  }
}

float dot(const float* a, const float* b, std::size_t size) {
  WideLanes wide = everywhere<WideLanes>(0);
  std::size_t i = 0;
  for (; i + kWideLanes <= size; i += kWideLanes) {
    wide = wide + load_wide(a + i) * load_wide(b + i);
  }
  float sum = sum_of((wide.part[0] + wide.part[1]) + (wide.part[2] + wide.part[3]));
  for (; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

// The case of one query, as when a decoder writes. Each key and value is multiplied by only one
// number, so packing them for matrix products would cost more than the products.
void attend_of_one(const AttentionShape& shape, const AttentionRows& rows, float* out,
                   AttentionWorkspace& workspace) {
  const std::size_t size = shape.size;
  const float scale = 1 / std::sqrt(static_cast<float>(size));
  workspace.scores.resize(padded(rows.tokens));
  float* const scores = workspace.scores.data();
  for (std::size_t head = 0; head < shape.heads; ++head, out += size) {
    const std::size_t shared = head * shape.key_value_heads / shape.heads;
    const float* const query = rows.queries + head * size;
    const float* const keys = rows.keys + shared * size;
    const float* const values = rows.values + shared * size;
    for (std::size_t token = 0; token < rows.tokens; ++token) {
      scores[token] = scale * dot(query, keys + token * rows.key_stride, size);
    }
    softmax_row(scores, rows.tokens);
    std::fill_n(out, size, 0.0F);
    for (std::size_t token = 0; token < rows.tokens; ++token) {
      const float* const value = values + token * rows.key_stride;
      const float weight = scores[token];
      for (std::size_t i = 0; i < size; ++i) out[i] += weight * value[i];
    }
  }
}

}  // namespace

void attend(const AttentionShape& shape, const AttentionRows& rows, float* out,
            AttentionWorkspace& workspace) {
  if (rows.count == 1) return attend_of_one(shape, rows, out, workspace);
  const std::size_t size = shape.size;
  const std::size_t columns = padded(rows.tokens);
  const std::size_t padded_size = padded(size);
  const std::size_t before = rows.tokens - rows.count;
  const float scale = 1 / std::sqrt(static_cast<float>(size));
  workspace.keys.assign(size * columns, 0);
  workspace.values.assign(rows.tokens * padded_size, 0);
  workspace.queries.resize(kQueriesAtOnce * size);
  workspace.scores.resize(kQueriesAtOnce * columns);
  workspace.result.resize(kQueriesAtOnce * padded_size);
  for (std::size_t head = 0; head < shape.heads; ++head) {
    const std::size_t sharing = shape.heads / shape.key_value_heads;
    if (head % sharing == 0) {
      take_keys_and_values(shape, rows, head / sharing, columns, padded_size, workspace);
    }
    for (std::size_t first = 0; first < rows.count; first += kQueriesAtOnce) {
      const std::size_t count = std::min(kQueriesAtOnce, rows.count - first);
      for (std::size_t i = 0; i < count; ++i) {
        const float* from = rows.queries + (first + i) * rows.query_stride + head * size;
        float* to = workspace.queries.data() + i * size;
        for (std::size_t k = 0; k < size; ++k) to[k] = from[k] * scale;
      }
      multiply_rows(workspace.queries.data(), size, count, size, workspace.keys.data(), columns,
                    workspace.scores.data());
      for (std::size_t i = 0; i < count; ++i) {
        float* scores = workspace.scores.data() + i * columns;
        const std::size_t seen = shape.causal ? before + first + i + 1 : rows.tokens;
        softmax_row(scores, seen);
        std::fill(scores + seen, scores + rows.tokens, 0.0F);
      }
      multiply_rows(workspace.scores.data(), columns, count, rows.tokens, workspace.values.data(),
                    padded_size, workspace.result.data());
      for (std::size_t i = 0; i < count; ++i) {
        std::copy_n(workspace.result.data() + i * padded_size, size,
                    out + (first + i) * shape.heads * size + head * size);
      }
    }
  }
}

}  // namespace noether::neural
