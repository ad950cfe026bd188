// Four floats at a time, by the compiler's vector extensions: every machine has them, and with
// products and sums rounded one by one (-ffp-contract=off) all give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numbers>

namespace noether::neural {

inline constexpr std::size_t kLanes = 4;
using Lanes = float __attribute__((vector_size(16)));
using IntLanes = std::int32_t __attribute__((vector_size(16)));

inline Lanes load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

inline void store(Lanes lanes, float* to) { std::memcpy(to, &lanes, sizeof lanes); }

inline Lanes all(float value) { return Lanes{value, value, value, value}; }

inline float sum_of(Lanes lanes) { return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]); }

inline Lanes greater(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }

inline float greatest_of(Lanes lanes) {
  const float a = lanes[0] > lanes[2] ? lanes[0] : lanes[2];
  const float b = lanes[1] > lanes[3] ? lanes[1] : lanes[3];
  return a > b ? a : b;
}

// Adding this to a number of less than 2^22 rounds it to a whole one, which the lower bits then
// hold.
inline constexpr float kRounding = 12582912.0F;  // 1.5 * 2^23

inline IntLanes bits_of(Lanes lanes) {
  IntLanes bits;
  std::memcpy(&bits, &lanes, sizeof bits);
  return bits;
}

// e^x for x from -87 to 0, smaller ones as -87, to 7 digits: 2^n e^r with n whole, the series of
// e^r up to r^7 / 7!.
inline Lanes exp_of_negative(Lanes x) {
  x = greater(x, all(-87.0F));
  const Lanes shifted = x * std::numbers::log2e_v<float> + kRounding;
  const Lanes n = shifted - kRounding;
  const Lanes r = (x - n * 0.693359375F) + n * 2.12194440e-4F;  // ln 2 in two parts
  Lanes series = all(1.0F / 5040) * r + 1.0F / 720;
  series = series * r + 1.0F / 120;
  series = series * r + 1.0F / 24;
  series = series * r + 1.0F / 6;
  series = series * r + 0.5F;
  series = series * r + 1.0F;
  series = series * r + 1.0F;
  // The exponent is in the upper 9 bits, so n goes there.
  const IntLanes power = bits_of(series) + (bits_of(shifted) << 23);
  Lanes result;
  std::memcpy(&result, &power, sizeof result);
  return result;
}

}  // namespace noether::neural
