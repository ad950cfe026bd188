#include "noether/neural/kernels/rows.h"

#include <algorithm>
#include <cmath>

#include "noether/neural/kernels/lanes.h"

namespace noether::neural {
namespace {

constexpr float kNormEpsilon = 1e-5F;

using Bytes = std::int8_t __attribute__((vector_size(16)));
using Halves = std::int16_t __attribute__((vector_size(16)));

// Every other half of two vectors, then every other byte: machines have an instruction for each.
Bytes lowest_bytes(const IntLanes (&whole)[4]) {
  Halves half[4];
  std::memcpy(half, whole, sizeof half);
  const Halves first = __builtin_shufflevector(half[0], half[1], 0, 2, 4, 6, 8, 10, 12, 14);
  const Halves second = __builtin_shufflevector(half[2], half[3], 0, 2, 4, 6, 8, 10, 12, 14);
  Bytes low;
  Bytes high;
  std::memcpy(&low, &first, sizeof low);
  std::memcpy(&high, &second, sizeof high);
  return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28,
                                 30);
}

struct Range {
  float least;
  float greatest;
};

// Four at a time, because each step waits for the one before it.
Range range_of(const float* x, std::size_t size) {
  Lanes least[4];
  Lanes greatest[4];
  for (std::size_t part = 0; part < 4; ++part) least[part] = greatest[part] = load(x);
  const auto look = [&](std::size_t part, Lanes lanes) {
    least[part] = smaller(least[part], lanes);
    greatest[part] = greater(greatest[part], lanes);
  };
  std::size_t i = 0;
  for (; i + 4 * kLanes <= size; i += 4 * kLanes) {
    for (std::size_t part = 0; part < 4; ++part) look(part, load(x + i + part * kLanes));
  }
  for (; i < size; i += kLanes) look(0, load(x + i));
  const auto of_all = [](const Lanes(&lanes)[4], auto of_two) {
    return of_two(of_two(lanes[0], lanes[1]), of_two(lanes[2], lanes[3]));
  };
  return {-greatest_of(-of_all(least, smaller)), greatest_of(of_all(greatest, greater))};
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

void softmax_row(float* x, std::size_t size) {
  const std::size_t padded = (size + kLanes - 1) / kLanes * kLanes;
  std::fill(x + size, x + padded, x[0]);
  Lanes greatest_lanes = load(x);
  for (std::size_t i = kLanes; i < padded; i += kLanes) {
    greatest_lanes = greater(greatest_lanes, load(x + i));
  }
  const float greatest = greatest_of(greatest_lanes);
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

RowQuantization quantize_row(const float* x, std::size_t size, std::size_t padded,
                             std::int8_t* out) {
  const auto [least, greatest] = range_of(x, size);
  const float middle = (least + greatest) * 0.5F;
  const float bound = (greatest - least) * 0.5F;
  const float factor = bound > 0 ? 127 / bound : 0;
  const auto whole_of = [&](Lanes lanes) { return bits_of((lanes - middle) * factor + kRounding); };
  std::size_t i = 0;
  for (; i + 16 <= size; i += 16) {
    IntLanes whole[4];
    for (std::size_t part = 0; part < 4; ++part)
      whole[part] = whole_of(load(x + i + part * kLanes));
    const Bytes bytes = lowest_bytes(whole);
    std::memcpy(out + i, &bytes, sizeof bytes);
  }
  for (; i < size; ++i) out[i] = static_cast<std::int8_t>(whole_of(all(x[i]))[0]);
  std::fill(out + size, out + padded, std::int8_t{0});
  return {bound / 127, middle};
}

}  // namespace noether::neural
