// A small generator of random numbers with the same output on every machine.
//
// The distributions of the standard library differ between implementations, and samples must not.
// The generator is xoshiro256** 1.0 with its state filled by SplitMix64, both as published by D.
// Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (ACM TOMS 47, 2021).
// Numbers below a bound are generated without division, following D. Lemire, "Fast random integer
// generation in an interval" (ACM TOMACS 29, 2019).
#pragma once

#include <gmpxx.h>

#include <array>
#include <bit>
#include <cstdint>

#include "noether/base/mix.h"
#include "noether/egraph/terms/exact_count.h"

namespace noether::egraph {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      word = base::split_mix(seed);
      seed += base::kGoldenRatio;
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in 0 ... bound - 1; the bound must not be 0.
  std::uint64_t below(std::uint64_t bound);
  WideCount below(WideCount bound);
  mpz_class below(const mpz_class& bound);

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace noether::egraph
