// The fixed points of fingerprints: pseudo-random numbers in chosen ranges, the same everywhere.
//
// The ranges make sure that every function of one variable is defined at some point: asin and
// atanh need small numbers, acosh and acoth large ones, ln and sqrt positive ones.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "noether/algebra/fingerprint/fingerprint_cell.h"

namespace noether::algebra {

inline constexpr std::size_t kBatch = 8;    // points sampled together
inline constexpr std::size_t kBatches = 7;  // the first one is enough for most expressions
inline constexpr std::size_t kFingerprintPoints = kBatch * kBatches;
// An expression defined at fewer of the first points is sampled at all of them.
inline constexpr std::ptrdiff_t kEnoughPoints = 3;

struct PointRange {
  double lo = 0;
  double hi = 0;
  bool any_sign = false;  // the sign of a coordinate depends on its variable
};

inline constexpr std::array<PointRange, kFingerprintPoints> kPointRanges = [] {
  std::array<PointRange, kFingerprintPoints> ranges = {{
      {0.2, 0.9},
      {1.1, 3},
      {0.2, 0.9, true},
      {1.1, 3, true},
      {3, 12},
      {0.05, 0.1},
      {-12, -3},
      {12, 90},
      // Beyond the first batch.
      {0.1, 0.3},
      {-0.2, -0.1},
      {-0.1, -0.02},
      {0.002, 0.02},
      {-0.02, -0.002},
      {0.9, 1.1},
      {-90, -12},
      {90, 900},
  }};
  // Two in every unit around zero: asin(x - 7) is defined at some of them.
  for (std::size_t i = 16; i < ranges.size(); ++i) {
    const double lo = 0.5 * (static_cast<double>(i) - 36);
    ranges[i] = {lo, lo + 0.5};
  }
  return ranges;
}();

// The coordinate of a variable at a point; the key tells variables apart. The first variable (key
// 0) is negative where the sign is free, so that one variable sees both signs.
inline double coordinate(const PointRange& range, std::uint64_t salt, std::uint64_t key) {
  const std::uint64_t word = mix(salt, key);
  const double size = range.lo + (range.hi - range.lo) * unit_number(word);
  const double rounded = std::round(size * 0x1p36) * 0x1p-36;
  const bool negative = range.any_sign && (key == 0 || (mix(word, 1) & 1) != 0);
  return negative ? -rounded : rounded;
}
inline double computed_coordinate(std::size_t point, std::uint64_t key) {
  return coordinate(kPointRanges[point], 0x706F'696E'7400 + point, key);
}
// Those of the first variables are known beforehand.
inline constexpr std::size_t kKnownKeys = 4;
inline const auto kKnownCoordinates = [] {
  std::array<std::array<double, kFingerprintPoints>, kKnownKeys> known{};
  for (std::size_t key = 0; key < kKnownKeys; ++key) {
    for (std::size_t point = 0; point < kFingerprintPoints; ++point) {
      known[key][point] = computed_coordinate(point, key);
    }
  }
  return known;
}();
inline double coordinate(std::size_t point, std::uint64_t key) {
  return key < kKnownKeys ? kKnownCoordinates[key][point] : computed_coordinate(point, key);
}

}  // namespace noether::algebra
