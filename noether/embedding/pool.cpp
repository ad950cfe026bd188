#include "noether/embedding/pool.h"

#include <algorithm>
#include <cmath>

#include "noether/neural/kernels/lanes.h"

namespace noether::embedding {
namespace {

using neural::Pooling;

bool scale_to_length_one(float* x, std::size_t width) {
  neural::Lanes squares = {};
  for (std::size_t i = 0; i < width; i += neural::kLanes) {
    squares += neural::load(x + i) * neural::load(x + i);
  }
  const float length = std::sqrt(neural::sum_of(squares));
  if (!std::isfinite(length) || length == 0) return false;
  for (std::size_t i = 0; i < width; ++i) x[i] /= length;
  return true;
}

}  // namespace

bool pool_tokens(const float* rows, std::size_t count, std::size_t width, Pooling pooling,
                 float* out) {
  std::copy_n(rows, width, out);
  for (std::size_t row = 1; row < count && pooling != Pooling::First; ++row) {
    const float* from = rows + row * width;
    for (std::size_t i = 0; i < width; ++i) {
      out[i] = pooling == Pooling::Mean ? out[i] + from[i] : std::max(out[i], from[i]);
    }
  }
  // The mean is the sum, when only the direction counts.
  return scale_to_length_one(out, width);
}

}  // namespace noether::embedding
