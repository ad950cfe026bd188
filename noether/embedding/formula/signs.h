// Pseudo-random directions: signs that are made from the bits of a key.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "noether/base/mix.h"

namespace noether::embedding {

// The signs of the eight bits of each byte, the lowest bit first: 1 for a bit that is 0, -1 for 1.
// Adding eight products takes one or two instructions this way, instead of eight for single bits.
inline constexpr std::size_t kSignsAtOnce = 8;
inline constexpr auto kSignsOfByte = [] {
  std::array<std::array<float, kSignsAtOnce>, 256> signs{};
  for (std::size_t byte = 0; byte < signs.size(); ++byte) {
    for (std::size_t bit = 0; bit < kSignsAtOnce; ++bit) {
      signs[byte][bit] = ((byte >> bit) & 1) == 0 ? 1.0F : -1.0F;
    }
  }
  return signs;
}();

// Calls use(begin, signs, count) for the signs of a key from place `begin`, at most kSignsAtOnce at
// a time, until `size` signs are used.
template <typename Use>
void for_signs(std::uint64_t key, std::size_t size, const Use& use) {
  std::uint64_t bits = 0;
  for (std::size_t begin = 0; begin < size; begin += kSignsAtOnce, bits >>= kSignsAtOnce) {
    if (begin % 64 == 0) bits = base::split_mix(key + begin);
    use(begin, kSignsOfByte[bits & 0xFF].data(), std::min(kSignsAtOnce, size - begin));
  }
}

// Adds `weight` with the signs of a key.
inline void add_signs(std::uint64_t key, float weight, std::span<float> sum) {
  for_signs(key, sum.size(), [&](std::size_t begin, const float* signs, std::size_t count) {
    float* const to = sum.data() + begin;
    if (count == kSignsAtOnce) {  // of a known size, so that the compiler writes no loop
      for (std::size_t i = 0; i < kSignsAtOnce; ++i) to[i] += signs[i] * weight;
    } else {
      for (std::size_t i = 0; i < count; ++i) to[i] += signs[i] * weight;
    }
  });
}

// Adds the numbers of a vector with the signs of a key, each `shift` places later, cyclically.
inline void add_turned_signs(std::uint64_t key, std::span<const float> vector, std::size_t shift,
                             std::span<float> sum) {
  const std::size_t size = sum.size();
  const auto place = [&](std::size_t i) { return i + shift < size ? i + shift : i + shift - size; };
  for_signs(key, size, [&](std::size_t begin, const float* signs, std::size_t count) {
    const float* const from = vector.data() + begin;
    float* const to = sum.data() + place(begin);
    if (count == kSignsAtOnce && place(begin) + kSignsAtOnce <= size) {
      for (std::size_t i = 0; i < kSignsAtOnce; ++i) to[i] += signs[i] * from[i];
    } else {
      for (std::size_t i = 0; i < count; ++i) sum[place(begin + i)] += signs[i] * from[i];
    }
  });
}

}  // namespace noether::embedding
