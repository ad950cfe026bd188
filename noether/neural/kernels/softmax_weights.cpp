#include "noether/neural/kernels/softmax_weights.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "noether/neural/kernels/fused.h"

namespace noether::neural {
namespace {

constexpr float kLeastPower = -126;
// The series of 2^r for r from -1/2 to 1/2, the highest power first.
constexpr float kSeries[] = {0.0558382829F, 0.242639479F, 0.693136734F, 0.999924557F};

#if defined(NOETHER_FUSED)

constexpr std::size_t kSums = 4;  // for each row, one for each of four vectors
constexpr Lanes kSecond = all(kSeries[1]);
constexpr Lanes kThird = all(kSeries[2]);
constexpr Lanes kLast = all(kSeries[3]);
constexpr Lanes kShift = all(kRounding);

// Splits integers plus kRounding into their lowest byte, as a signed number, and the byte above
// without it.
void store_two_bytes(const Lanes* rounded, std::size_t at, const WeightBytes to) {
  Halves half[4];
  std::memcpy(half, rounded, sizeof half);
  const Halves first = __builtin_shufflevector(half[0], half[1], 0, 2, 4, 6, 8, 10, 12, 14);
  const Halves second = __builtin_shufflevector(half[2], half[3], 0, 2, 4, 6, 8, 10, 12, 14);
  const auto bytes = [](Halves of) {
    Bytes result;
    std::memcpy(&result, &of, sizeof result);
    return result;
  };
  const Bytes low = __builtin_shufflevector(bytes(first), bytes(second), 0, 2, 4, 6, 8, 10, 12, 14,
                                            16, 18, 20, 22, 24, 26, 28, 30);
  const Bytes high = __builtin_shufflevector(bytes(first + 128), bytes(second + 128), 1, 3, 5, 7, 9,
                                             11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  std::int8_t* const low_place = to.low + at / 8 * to.stride;
  std::int8_t* const high_place = to.high + at / 8 * to.stride;
  const auto* low_halves = reinterpret_cast<const char*>(&low);
  const auto* high_halves = reinterpret_cast<const char*>(&high);
  std::memcpy(low_place, low_halves, 8);
  std::memcpy(low_place + to.stride, low_halves + 8, 8);
  std::memcpy(high_place, high_halves, 8);
  std::memcpy(high_place + to.stride, high_halves + 8, 8);
}

// The values that all numbers of a row share.
struct SoftmaxRow {
  Lanes scale;
  Lanes begin;
  Lanes sum[kSums] = {};
};

// Runs each step for several vectors in parallel, because each step depends on the previous one.
// Arguments are copied, because the written bytes may alias anything.
template <std::size_t kParts>
NOETHER_FUSED inline void weigh_parts(const SoftmaxScores scores, std::size_t at, SoftmaxRow& row,
                                      const WeightBytes to) {
  Lanes exponent[kParts];
  Lanes shifted[kParts];
  Lanes rest[kParts];
  Lanes power[kParts];
  Lanes rounded[kParts];
  for (std::size_t part = 0; part < kParts; ++part) {
    exponent[part] = load(scores.scores + at + part * kLanes);
    exponent[part] = multiply_add(exponent[part], row.scale, constant(row.begin));
  }
  // With one rounding, the result may be above 0 where it was 0 with two.
  for (Lanes& one : exponent) one = smaller(greater(one, all(kLeastPower)), all(0));
  for (std::size_t part = 0; part < kParts; ++part) shifted[part] = exponent[part] + kRounding;
  for (std::size_t part = 0; part < kParts; ++part) rest[part] = shifted[part] - kRounding;
  for (std::size_t part = 0; part < kParts; ++part) rest[part] = exponent[part] - rest[part];
  for (std::size_t part = 0; part < kParts; ++part) {
    power[part] = multiply_add(all(kSeries[0]), rest[part], constant(kSecond));
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    power[part] = multiply_add(power[part], rest[part], constant(kThird));
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    power[part] = multiply_add(power[part], rest[part], constant(kLast));
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    power[part] = times_power_of_two(power[part], shifted[part]);
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    row.sum[part % kSums] += power[part];
    const Lanes factor = load(scores.factors + at + part * kLanes);
    rounded[part] = multiply_add(power[part], factor, constant(kShift));
  }
  for (std::size_t part = 0; part < kParts; part += 4) {
    store_two_bytes(rounded + part, at + part * kLanes, to);
  }
}

NOETHER_FUSED float softmax_weights_fused(const SoftmaxScores scores, const WeightBytes to) {
  SoftmaxRow row{all(scores.scale), all(-scores.greatest * scores.scale)};
  std::size_t i = 0;
  for (; i + 8 * kLanes <= scores.size; i += 8 * kLanes) weigh_parts<8>(scores, i, row, to);
  if (i < scores.size) weigh_parts<4>(scores, i, row, to);
  return sum_of((row.sum[0] + row.sum[1]) + (row.sum[2] + row.sum[3]));
}

#endif

float power_of_two(float x) {
  const float shifted = x + kRounding;
  const float rest = x - (shifted - kRounding);
  float power = std::fma(kSeries[0], rest, kSeries[1]);
  power = std::fma(power, rest, kSeries[2]);
  power = std::fma(power, rest, kSeries[3]);
  return times_power_of_two(all(power), all(shifted))[0];
}

}  // namespace

// The sums have as many parts as with lanes, and add them in the same order.
float softmax_weights_portable(const SoftmaxScores& row, const WeightBytes& to) {
  float sum[16] = {};
  const float begin = -row.greatest * row.scale;
  for (std::size_t i = 0; i < row.size; ++i) {
    const float exponent = std::fma(row.scores[i], row.scale, begin);
    const float power = power_of_two(std::clamp(exponent, kLeastPower, 0.0F));
    sum[i % 16] += power;
    const int weight = bits_of(all(std::fma(power, row.factors[i], kRounding)))[0];
    const std::size_t place = i / 8 * to.stride + i % 8;
    to.low[place] = static_cast<std::int8_t>(weight);
    to.high[place] = static_cast<std::int8_t>((weight + 128) >> 8);
  }
  Lanes lanes[4];
  std::memcpy(lanes, sum, sizeof sum);
  return sum_of((lanes[0] + lanes[1]) + (lanes[2] + lanes[3]));
}

float softmax_weights(const SoftmaxScores& row, const WeightBytes& to) {
#if defined(NOETHER_FUSED)
  if (has_fused_instructions()) return softmax_weights_fused(row, to);
#endif
  return softmax_weights_portable(row, to);
}

}  // namespace noether::neural
