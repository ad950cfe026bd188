// The numbers 0 ... count - 1 in a random order, without a table of them.
//
// A Feistel network of four rounds permutes the numbers of an even number of bits; what falls
// outside is permuted again until it falls inside, which keeps it a permutation. It takes fewer
// than four steps on average, for there are at most four times as many numbers as are wanted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "noether/base/mix.h"

namespace noether::base {

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
