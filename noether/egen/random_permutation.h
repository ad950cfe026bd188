// A random order of 0 ... size - 1 that is computed, not stored.
//
// A Feistel network permutes the numbers of the next even number of bits; one that falls outside is
// sent through again until it falls inside, which keeps the map one to one.
#pragma once

#include <array>
#include <cstdint>

#include "noether/egraph/terms/exact_count.h"

namespace noether::egen {

class RandomPermutation {
 public:
  // `size` is not 0 and less than 2^127.
  RandomPermutation(egraph::WideCount size, std::uint64_t seed);

  egraph::WideCount operator()(egraph::WideCount position) const;
  egraph::WideCount size() const { return size_; }

 private:
  static constexpr std::size_t kRounds = 6;
  egraph::WideCount size_;
  unsigned half_bits_ = 1;
  std::array<std::uint64_t, kRounds> keys_{};
};

}  // namespace noether::egen
