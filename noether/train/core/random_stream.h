// Random numbers that are a function of the seed on every machine: SplitMix64 (Steele, Lea and
// Flood, 2014). Close seeds also give independent streams.
#pragma once

#include <cstdint>

#include "noether/base/mix.h"

namespace noether::train {

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    const std::uint64_t number = base::split_mix(state_);
    state_ += base::kGoldenRatio;
    return number;
  }
  // Bounds are far below 2^32, so the bias towards some numbers is negligible.
  std::uint64_t below(std::uint64_t bound) { return ((next() >> 32) * bound) >> 32; }
  bool chance(double share) { return static_cast<double>(next() >> 11) * 0x1p-53 < share; }

 private:
  std::uint64_t state_;
};

// Derives the seed of part number `number` from `seed`.
inline std::uint64_t seed_of(std::uint64_t seed, std::uint64_t number) {
  RandomStream stream(seed);
  return stream.next() ^ RandomStream(number).next();
}

}  // namespace noether::train
