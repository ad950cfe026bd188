#include "noether/neural/kernels/multiply_rows.h"

#include <cmath>

#include "noether/neural/kernels/fused.h"

namespace noether::neural {
namespace {

constexpr std::size_t kParts = kSummedColumns / kLanes;

#if defined(NOETHER_FUSED)

// a[kLane] * b + sum.
template <int kLane>
NOETHER_FUSED inline Lanes add_lane_times(Lanes a, Lanes b, Lanes sum) {
#if defined(__aarch64__)
  return vfmaq_laneq_f32(sum, b, a, kLane);
#else
  return _mm_fmadd_ps(all(a[kLane]), b, sum);
#endif
}

// Adds the product of one of the numbers k to k + 3 of each row of a and its row of b.
template <std::size_t kRows, int kLane>
NOETHER_FUSED inline void add_products(const Lanes (&a)[kRows], const float* b,
                                       Lanes (&sum)[kRows][kParts]) {
  Lanes row[kParts];
  for (std::size_t part = 0; part < kParts; ++part) row[part] = load(b + part * kLanes);
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t part = 0; part < kParts; ++part) {
      sum[i][part] = add_lane_times<kLane>(a[i], row[part], sum[i][part]);
    }
  }
}

template <std::size_t kRows>
NOETHER_FUSED void multiply_block(const float* a, std::size_t a_stride, std::size_t depth,
                                  const float* b, std::size_t columns, float* c) {
  Lanes sum[kRows][kParts] = {};
  std::size_t k = 0;
  for (; k + kLanes <= depth; k += kLanes, b += kLanes * columns) {
    Lanes of_rows[kRows];
    for (std::size_t i = 0; i < kRows; ++i) of_rows[i] = load(a + i * a_stride + k);
    add_products<kRows, 0>(of_rows, b, sum);
    add_products<kRows, 1>(of_rows, b + columns, sum);
    add_products<kRows, 2>(of_rows, b + 2 * columns, sum);
    add_products<kRows, 3>(of_rows, b + 3 * columns, sum);
  }
  for (; k < depth; ++k, b += columns) {
    Lanes of_rows[kRows];
    for (std::size_t i = 0; i < kRows; ++i) of_rows[i] = all(a[i * a_stride + k]);
    add_products<kRows, 0>(of_rows, b, sum);
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t part = 0; part < kParts; ++part) {
      store(sum[i][part], c + i * columns + part * kLanes);
    }
  }
}

void multiply_rows_fused(const float* a, std::size_t a_stride, std::size_t rows, std::size_t depth,
                         const float* b, std::size_t columns, float* c) {
  for (std::size_t column = 0; column < columns; column += kSummedColumns) {
    const auto block = [&](auto multiply, std::size_t row) {
      multiply(a + row * a_stride, a_stride, depth, b + column, columns,
               c + row * columns + column);
    };
    std::size_t row = 0;
    for (; row + 4 <= rows; row += 4) block(multiply_block<4>, row);
    if (row + 2 <= rows) {
      block(multiply_block<2>, row);
      row += 2;
    }
    if (row < rows) block(multiply_block<1>, row);
  }
}

#endif

}  // namespace

void multiply_rows_portable(const float* a, std::size_t a_stride, std::size_t rows,
                            std::size_t depth, const float* b, std::size_t columns, float* c) {
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      float sum = 0;
      for (std::size_t k = 0; k < depth; ++k) {
        sum = std::fma(a[row * a_stride + k], b[k * columns + column], sum);
      }
      c[row * columns + column] = sum;
    }
  }
}

void multiply_rows(const float* a, std::size_t a_stride, std::size_t rows, std::size_t depth,
                   const float* b, std::size_t columns, float* c) {
#if defined(NOETHER_FUSED)
  if (has_fused_instructions()) {
    return multiply_rows_fused(a, a_stride, rows, depth, b, columns, c);
  }
#endif
  multiply_rows_portable(a, a_stride, rows, depth, b, columns, c);
}

}  // namespace noether::neural
