// Four floats at a time, by the compiler's vector extensions. Every machine supports them, and all
// give the same bits, because products and sums are rounded one by one (-ffp-contract=off).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <type_traits>

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

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

constexpr Lanes all(float value) { return Lanes{value, value, value, value}; }

inline float sum_of(Lanes lanes) { return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]); }

// On x86-64, GCC 12 finds the instruction by itself, but not on arm64.
#if defined(__aarch64__)
inline Lanes greater(Lanes a, Lanes b) { return vmaxq_f32(a, b); }
inline Lanes smaller(Lanes a, Lanes b) { return vminq_f32(a, b); }
#else
inline Lanes greater(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
#endif

// Avoids branches, because the greater number cannot be predicted.
inline float greatest_of(Lanes lanes) {
#if defined(__aarch64__)
  return vmaxvq_f32(lanes);
#else
  const Lanes halves = greater(lanes, __builtin_shufflevector(lanes, lanes, 2, 3, 0, 1));
  return greater(halves, __builtin_shufflevector(halves, halves, 1, 0, 3, 2))[0];
#endif
}

// Adding this to a number below 2^22 in magnitude rounds it to an integer, which the lower bits
// then hold.
inline constexpr float kRounding = 12582912.0F;  // 1.5 * 2^23

inline IntLanes bits_of(Lanes lanes) {
  IntLanes bits;
  std::memcpy(&bits, &lanes, sizeof bits);
  return bits;
}

using Bytes = std::int8_t __attribute__((vector_size(16)));
using Halves = std::int16_t __attribute__((vector_size(16)));

// Stores the lowest bytes of 16 integers. Takes every other half of two vectors, then every other
// byte: machines have an instruction for each.
inline void store_lowest_bytes(const IntLanes (&whole)[4], std::int8_t* to) {
  Halves half[4];
  std::memcpy(half, whole, sizeof half);
  const Halves first = __builtin_shufflevector(half[0], half[1], 0, 2, 4, 6, 8, 10, 12, 14);
  const Halves second = __builtin_shufflevector(half[2], half[3], 0, 2, 4, 6, 8, 10, 12, 14);
  Bytes low;
  Bytes high;
  std::memcpy(&low, &first, sizeof low);
  std::memcpy(&high, &second, sizeof high);
  const Bytes bytes =
      __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  std::memcpy(to, &bytes, sizeof bytes);
}

// The upper 9 bits of a float contain its exponent, so the integer in `shifted` is added there.
inline Lanes times_power_of_two(Lanes value, Lanes shifted) {
  const IntLanes power = bits_of(value) + (bits_of(shifted) << 23);
  Lanes result;
  std::memcpy(&result, &power, sizeof result);
  return result;
}

inline Lanes where_negative(Lanes x, Lanes negative, Lanes other) {
  return x < Lanes{} ? negative : other;
}

// Sixteen floats, for functions of many steps. Each step depends on the previous one, and
// processors do not look far enough ahead to start on the next four numbers by themselves.
struct WideLanes {
  Lanes part[4];

  template <typename Operation>
  static WideLanes each(const Operation& operation) {
    return {{operation(0), operation(1), operation(2), operation(3)}};
  }
  friend WideLanes operator+(const WideLanes& a, const WideLanes& b) {
    return each([&](int i) { return a.part[i] + b.part[i]; });
  }
  friend WideLanes operator-(const WideLanes& a, const WideLanes& b) {
    return each([&](int i) { return a.part[i] - b.part[i]; });
  }
  friend WideLanes operator*(const WideLanes& a, const WideLanes& b) {
    return each([&](int i) { return a.part[i] * b.part[i]; });
  }
  friend WideLanes operator/(const WideLanes& a, const WideLanes& b) {
    return each([&](int i) { return a.part[i] / b.part[i]; });
  }
  friend WideLanes operator+(const WideLanes& a, float b) {
    return each([&](int i) { return a.part[i] + b; });
  }
  friend WideLanes operator-(const WideLanes& a, float b) {
    return each([&](int i) { return a.part[i] - b; });
  }
  friend WideLanes operator*(const WideLanes& a, float b) {
    return each([&](int i) { return a.part[i] * b; });
  }
  friend WideLanes operator-(const WideLanes& a) {
    return each([&](int i) { return -a.part[i]; });
  }
};

inline constexpr std::size_t kWideLanes = 4 * kLanes;

inline WideLanes load_wide(const float* from) {
  return WideLanes::each([&](int i) { return load(from + static_cast<std::size_t>(i) * kLanes); });
}
inline void store(const WideLanes& lanes, float* to) {
  for (std::size_t i = 0; i < 4; ++i) store(lanes.part[i], to + i * kLanes);
}
// Converts sixteen integers to floats.
inline WideLanes floats_of(const std::int32_t* from) {
  return WideLanes::each([&](int i) {
    IntLanes whole;
    std::memcpy(&whole, from + static_cast<std::size_t>(i) * kLanes, sizeof whole);
    return __builtin_convertvector(whole, Lanes);
  });
}
inline WideLanes greater(const WideLanes& a, const WideLanes& b) {
  return WideLanes::each([&](int i) { return greater(a.part[i], b.part[i]); });
}
inline WideLanes smaller(const WideLanes& a, const WideLanes& b) {
  return WideLanes::each([&](int i) { return smaller(a.part[i], b.part[i]); });
}
inline WideLanes times_power_of_two(const WideLanes& value, const WideLanes& shifted) {
  return WideLanes::each([&](int i) { return times_power_of_two(value.part[i], shifted.part[i]); });
}
inline WideLanes where_negative(const WideLanes& x, const WideLanes& negative,
                                const WideLanes& other) {
  return WideLanes::each(
      [&](int i) { return where_negative(x.part[i], negative.part[i], other.part[i]); });
}

// The same number in all lanes, of four floats or sixteen.
template <typename Some>
inline Some everywhere(float value) {
  if constexpr (std::is_same_v<Some, Lanes>) {
    return all(value);
  } else {
    return {{all(value), all(value), all(value), all(value)}};
  }
}

// e^x to 7 digits for x from -87 to 0; smaller inputs count as -87. Computed as 2^n e^r with an
// integer n, and e^r by its series up to r^7 / 7!.
template <typename Some>
inline Some exp_of_negative(Some x) {
  x = greater(x, everywhere<Some>(-87.0F));
  const Some shifted = x * std::numbers::log2e_v<float> + kRounding;
  const Some n = shifted - kRounding;
  const Some r = (x - n * 0.693359375F) + n * 2.12194440e-4F;  // ln 2 in two parts
  Some series = r * (1.0F / 5040) + 1.0F / 720;
  series = series * r + 1.0F / 120;
  series = series * r + 1.0F / 24;
  series = series * r + 1.0F / 6;
  series = series * r + 0.5F;
  series = series * r + 1.0F;
  series = series * r + 1.0F;
  return times_power_of_two(series, shifted);
}

}  // namespace noether::neural
