#include "noether/neural/kernels/rows.h"

#include <algorithm>
#include <cmath>

#include "noether/neural/kernels/lanes.h"

namespace noether::neural {
namespace {

constexpr float kNormEpsilon = 1e-5F;
constexpr std::size_t kBlock = 16;  // columns of a product that are summed in registers

template <std::size_t kRows>
void multiply_block(const float* a, std::size_t a_stride, std::size_t depth, const float* b,
                    std::size_t columns, float* c) {
  Lanes sum[kRows][kBlock / kLanes] = {};
  for (std::size_t k = 0; k < depth; ++k) {
    Lanes row[kBlock / kLanes];
    for (std::size_t part = 0; part < kBlock / kLanes; ++part) {
      row[part] = load(b + k * columns + part * kLanes);
    }
    for (std::size_t i = 0; i < kRows; ++i) {
      const Lanes factor = all(a[i * a_stride + k]);
      for (std::size_t part = 0; part < kBlock / kLanes; ++part) sum[i][part] += factor * row[part];
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t part = 0; part < kBlock / kLanes; ++part) {
      store(sum[i][part], c + i * columns + part * kLanes);
    }
  }
}

}  // namespace

void normalize_row(const float* x, const float* weight, const float* bias, std::size_t size,
                   float* out) {
  Lanes sum = {};
  for (std::size_t i = 0; i < size; i += kLanes) sum += load(x + i);
  const float count = static_cast<float>(size);
  const float mean = sum_of(sum) / count;
  Lanes squares = {};
  for (std::size_t i = 0; i < size; i += kLanes) {
    const Lanes difference = load(x + i) - mean;
    squares += difference * difference;
  }
  const float factor = 1 / std::sqrt(sum_of(squares) / count + kNormEpsilon);
  for (std::size_t i = 0; i < size; i += kLanes) {
    store((load(x + i) - mean) * factor * load(weight + i) + load(bias + i), out + i);
  }
}

void softmax_row(float* x, std::size_t size, std::size_t padded) {
  const float greatest = *std::max_element(x, x + size);
  // What is beyond the end must not count, and e^-87 does not.
  std::fill(x + size, x + padded, greatest - 1000);
  Lanes sum = {};
  for (std::size_t i = 0; i < padded; i += kLanes) {
    const Lanes power = exp_of_negative(load(x + i) - greatest);
    store(power, x + i);
    sum += power;
  }
  const float factor = 1 / sum_of(sum);
  for (std::size_t i = 0; i < padded; i += kLanes) store(load(x + i) * factor, x + i);
}

void multiply_rows(const float* a, std::size_t a_stride, std::size_t rows, std::size_t depth,
                   const float* b, std::size_t columns, float* c) {
  for (std::size_t column = 0; column < columns; column += kBlock) {
    std::size_t row = 0;
    for (; row + 4 <= rows; row += 4) {
      multiply_block<4>(a + row * a_stride, a_stride, depth, b + column, columns,
                        c + row * columns + column);
    }
    for (; row < rows; ++row) {
      multiply_block<1>(a + row * a_stride, a_stride, depth, b + column, columns,
                        c + row * columns + column);
    }
  }
}

float quantize_row(const float* x, std::size_t size, std::size_t padded, std::int8_t* out) {
  Lanes greatest = {};
  for (std::size_t i = 0; i < size; i += kLanes) {
    const Lanes lanes = load(x + i);
    greatest = greater(greatest, greater(lanes, -lanes));
  }
  const float bound = greatest_of(greatest);
  const float factor = bound > 0 ? 127 / bound : 0;
  for (std::size_t i = 0; i < size; i += kLanes) {
    const IntLanes whole = bits_of(load(x + i) * factor + kRounding);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      out[i + lane] = static_cast<std::int8_t>(whole[lane]);
    }
  }
  std::fill(out + size, out + padded, std::int8_t{0});
  return bound / 127;
}

}  // namespace noether::neural
