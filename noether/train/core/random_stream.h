// Random numbers that are a function of a seed, on any machine: SplitMix64 (Steele, Lea and Flood,
// 2014), a stream for every seed, however near two seeds are.
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
  // Bounds are far below 2^32, so that some numbers come a little more often cannot be seen.
  std::uint64_t below(std::uint64_t bound) { return ((next() >> 32) * bound) >> 32; }
  bool chance(double share) { return static_cast<double>(next() >> 11) * 0x1p-53 < share; }

 private:
  std::uint64_t state_;
};

// The seed of part `number` of the stream of `seed`.
inline std::uint64_t seed_of(std::uint64_t seed, std::uint64_t number) {
  RandomStream stream(seed);
  return stream.next() ^ RandomStream(number).next();
}

}  // namespace noether::train
