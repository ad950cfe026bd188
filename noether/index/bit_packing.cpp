#include "noether/index/bit_packing.h"

#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace noether::index {
namespace {

// Four lanes: one register on every machine that has vectors, four plain numbers elsewhere.
using Lanes = std::uint32_t __attribute__((vector_size(16)));

inline Lanes load(const char* packed, std::size_t word) {
  Lanes lanes;
  std::memcpy(&lanes, packed + 16 * word, 16);
  return lanes;
}
inline void store(std::uint32_t* numbers, std::size_t row, Lanes lanes) {
  std::memcpy(numbers + 4 * row, &lanes, 16);
}

// Row i holds the numbers 4i to 4i+3. All shifts are constants, which is what makes this fast.
template <std::uint32_t kWidth, std::size_t kRow>
inline Lanes row(const char* packed) {
  if constexpr (kWidth == 0) {
    return Lanes{};
  } else if constexpr (kWidth == 32) {
    return load(packed, kRow);
  } else {
    constexpr std::size_t kWord = kRow * kWidth / 32;
    constexpr std::uint32_t kShift = kRow * kWidth % 32;
    constexpr std::uint32_t kMask = (1U << kWidth) - 1;
    Lanes lanes = load(packed, kWord) >> kShift;  // NOLINT(misc-const-correctness)
    if constexpr (kShift + kWidth > 32) lanes |= load(packed, kWord + 1) << (32 - kShift);
    return lanes & kMask;
  }
}

// The sums of a row up to each lane, on top of the last sum of the row before.
inline Lanes running_sum(Lanes gaps, Lanes before) {
  const Lanes zero{};
  gaps += __builtin_shufflevector(gaps, zero, 4, 0, 1, 2);
  gaps += __builtin_shufflevector(gaps, zero, 4, 5, 0, 1);
  return gaps + __builtin_shufflevector(before, before, 3, 3, 3, 3);
}

template <std::uint32_t kWidth>
void unpack(const char* packed, std::uint32_t* numbers) {
  [&]<std::size_t... kRow>(std::index_sequence<kRow...>) {
    (store(numbers, kRow, row<kWidth, kRow>(packed)), ...);
  }(std::make_index_sequence<32>());
}

template <std::uint32_t kWidth>
void unpack_sums(const char* packed, std::uint32_t base, std::uint32_t* numbers) {
  Lanes last{0, 0, 0, base - 1};
  [&]<std::size_t... kRow>(std::index_sequence<kRow...>) {
    ((last = running_sum(row<kWidth, kRow>(packed) + 1U, last), store(numbers, kRow, last)), ...);
  }(std::make_index_sequence<32>());
}

using Unpack = void (*)(const char*, std::uint32_t*);
using UnpackSums = void (*)(const char*, std::uint32_t, std::uint32_t*);

constexpr auto kUnpack = []<std::size_t... kWidth>(std::index_sequence<kWidth...>) {
  return std::array<Unpack, sizeof...(kWidth)>{&unpack<kWidth>...};
}(std::make_index_sequence<33>());
constexpr auto kUnpackSums = []<std::size_t... kWidth>(std::index_sequence<kWidth...>) {
  return std::array<UnpackSums, sizeof...(kWidth)>{&unpack_sums<kWidth>...};
}(std::make_index_sequence<33>());

}  // namespace

std::uint32_t packed_width(const std::uint32_t* numbers, std::uint32_t count) {
  std::uint32_t all = 0;
  for (std::uint32_t i = 0; i < count; ++i) all |= numbers[i];
  return static_cast<std::uint32_t>(std::bit_width(all));
}

void pack_block(const std::uint32_t* numbers, std::uint32_t width, std::string& out) {
  std::array<std::uint32_t, 4 * 32> words{};
  for (std::uint32_t i = 0; i < kPackedBlock; ++i) {
    const std::uint32_t lane = i % 4;
    const std::uint32_t bit = i / 4 * width;
    const std::uint64_t shifted = std::uint64_t{numbers[i]} << bit % 32;
    if (width > 0) words[4 * (bit / 32) + lane] |= static_cast<std::uint32_t>(shifted);
    if (bit % 32 + width > 32) {
      words[4 * (bit / 32 + 1) + lane] |= static_cast<std::uint32_t>(shifted >> 32);
    }
  }
  const std::size_t begin = out.size();
  out.resize(begin + packed_bytes(width));
  std::memcpy(out.data() + begin, words.data(), packed_bytes(width));
}

void unpack_block(const char* packed, std::uint32_t width, std::uint32_t* numbers) {
  kUnpack[width](packed, numbers);
}

std::uint32_t unpack_one(const char* packed, std::uint32_t width, std::uint32_t i) {
  if (width == 0) return 0;
  const std::uint32_t bit = i / 4 * width;
  const char* word = packed + 16 * (bit / 32) + 4 * (i % 4);
  std::uint32_t low = 0;
  std::memcpy(&low, word, 4);
  std::uint64_t both = low;
  if (bit % 32 + width > 32) {
    std::uint32_t high = 0;
    std::memcpy(&high, word + 16, 4);
    both |= std::uint64_t{high} << 32;
  }
  return static_cast<std::uint32_t>(both >> bit % 32 & ((std::uint64_t{1} << width) - 1));
}

void unpack_ascending(const char* packed, std::uint32_t width, std::uint32_t base,
                      std::uint32_t* numbers) {
  kUnpackSums[width](packed, base, numbers);
}

}  // namespace noether::index
