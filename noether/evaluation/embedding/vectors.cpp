#include "noether/evaluation/embedding/vectors.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

#include "noether/base/parallel.h"
#include "noether/evaluation/embedding/lanes.h"

namespace noether::evaluation {
namespace {

static_assert(Vectors::kLanes == kLanes);

// Rows of the right side that stay in the nearest cache while rows of the left side pass.
constexpr std::size_t kRightRows = 32;

// A tile of `Left` by `Right` products, whose sums stay in registers.
template <std::size_t Left, std::size_t Right>
void multiply_tile(const float* a, const float* b, std::size_t stride, float* out,
                   std::size_t out_stride) {
  Lanes sums[Left][Right] = {};
  for (std::size_t k = 0; k < stride; k += Vectors::kLanes) {
    Lanes right[Right];
    for (std::size_t j = 0; j < Right; ++j) right[j] = load_lanes(b + j * stride + k);
    for (std::size_t i = 0; i < Left; ++i) {
      const Lanes left = load_lanes(a + i * stride + k);
      for (std::size_t j = 0; j < Right; ++j) sums[i][j] += left * right[j];
    }
  }
  for (std::size_t i = 0; i < Left; ++i) {
    for (std::size_t j = 0; j < Right; ++j) out[i * out_stride + j] = sum_of_lanes(sums[i][j]);
  }
}

template <std::size_t Left>
void multiply_rows(const float* a, const float* b, std::size_t rights, std::size_t stride,
                   float* out, std::size_t out_stride) {
  std::size_t j = 0;
  for (; j + 2 <= rights; j += 2) {
    multiply_tile<Left, 2>(a, b + j * stride, stride, out + j, out_stride);
  }
  if (j < rights) multiply_tile<Left, 1>(a, b + j * stride, stride, out + j, out_stride);
}

}  // namespace

float inner_product(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size());
  float total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}

bool is_zero(std::span<const float> vector) {
  return std::ranges::all_of(vector, [](float value) { return value == 0; });
}

void normalise(std::span<float> vector) {
  // The squares of small and large floats may exceed the range of floats.
  double square = 0;
  for (const float value : vector)
    square += static_cast<double>(value) * static_cast<double>(value);
  const double length = std::sqrt(square);
  if (!(length > 0)) return;
  for (float& value : vector) value = static_cast<float>(static_cast<double>(value) / length);
}

void inner_products(const Vectors& a, std::size_t first, std::size_t count, const Vectors& b,
                    std::vector<float>& out) {
  assert(a.width() == b.width() && first + count <= a.count());
  const std::size_t stride = a.stride();
  const std::size_t columns = b.count();
  out.resize(count * columns);
  for (std::size_t right = 0; right < columns; right += kRightRows) {
    const std::size_t rights = std::min(kRightRows, columns - right);
    const float* const b_rows = b.data() + right * stride;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
      multiply_rows<4>(a.data() + (first + i) * stride, b_rows, rights, stride,
                       out.data() + i * columns + right, columns);
    }
    for (; i < count; ++i) {
      multiply_rows<1>(a.data() + (first + i) * stride, b_rows, rights, stride,
                       out.data() + i * columns + right, columns);
    }
  }
}

void for_each_row_of_products(
    const Vectors& a, const Vectors& b, unsigned threads,
    const std::function<void(std::size_t row, std::span<const float> products)>& take) {
  const std::size_t blocks = (a.count() + kProductRows - 1) / kProductRows;
  std::vector<std::vector<float>> buffers(std::max(threads, 1U));
  base::for_each_in_parallel(blocks, threads, [&](std::size_t block, std::size_t thread) {
    const std::size_t first = block * kProductRows;
    const std::size_t count = std::min(kProductRows, a.count() - first);
    std::vector<float>& products = buffers[thread];
    inner_products(a, first, count, b, products);
    for (std::size_t i = 0; i < count; ++i) {
      take(first + i, std::span(products).subspan(i * b.count(), b.count()));
    }
  });
}

}  // namespace noether::evaluation
