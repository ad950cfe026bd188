// Mixing the bits of numbers, the same on every machine: places in hash tables, seeds, and random
// numbers that are a function of a seed.
//
// The multipliers are odd, so multiplication by one of them is reversible. Files that use a
// multiplier directly have tables or keys of another shape. Changing a multiplier changes corpora,
// runs and index files.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace noether::base {

inline constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;  // 2^64 / the golden ratio
inline constexpr std::uint32_t kGoldenRatio32 = 0x9E3779B1;        // a prime near 2^32 / it
inline constexpr std::uint64_t kSecondRatio = 0xD1B54A32D192ED03;  // for the second of two numbers
// The multipliers of SplitMix64.
inline constexpr std::uint64_t kSplitMix1 = 0xBF58476D1CE4E5B9;
inline constexpr std::uint64_t kSplitMix2 = 0x94D049BB133111EB;

// Every bit of the word affects every bit of the result, and different words give different
// results.
constexpr std::uint64_t mixed_bits(std::uint64_t word) {
  word = (word ^ (word >> 30)) * kSplitMix1;
  word = (word ^ (word >> 27)) * kSplitMix2;
  return word ^ (word >> 31);
}

// The number that SplitMix64 (Steele, Lea and Flood, 2014) gives in this state. The state after it
// is larger by kGoldenRatio.
constexpr std::uint64_t split_mix(std::uint64_t state) { return mixed_bits(state + kGoldenRatio); }

// The place of a key in a table of 2^32 slots; fewer slots take its low bits. Keys that differ in a
// few bits only are far apart.
constexpr std::uint64_t table_place(std::uint64_t key) { return key * kGoldenRatio >> 32; }

// The numbers 0 ... count - 1 in a random order, without a table of them.
//
// A Feistel network of four rounds permutes the numbers of an even number of bits. A result outside
// the range is permuted again until it falls inside, which keeps the mapping a permutation. This
// takes fewer than four steps on average, because the network permutes at most four times as many
// numbers as are wanted.
class IndexShuffle {
 public:
  // 1 <= count <= 2^62
  IndexShuffle(std::uint64_t count, std::uint64_t seed)
      : count_(count),
        seed_(seed),
        half_bits_(std::max(1, (static_cast<int>(std::bit_width(count - 1)) + 1) / 2)) {}

  std::uint64_t count() const { return count_; }
  std::uint64_t operator[](std::uint64_t position) const {
    do position = permute(position);
    while (position >= count_);
    return position;
  }

 private:
  std::uint64_t permute(std::uint64_t number) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = number >> half_bits_;
    std::uint64_t right = number & mask;
    for (std::uint64_t round = 1; round <= 4; ++round) {
      const std::uint64_t next = left ^ (split_mix(right + (round << 56) + seed_) & mask);
      left = right;
      right = next;
    }
    return (left << half_bits_) | right;
  }

  std::uint64_t count_;
  std::uint64_t seed_;
  int half_bits_;
};

}  // namespace noether::base
