#include "noether/egraph/terms/random.h"

#include <cstddef>
#include <vector>

namespace noether::egraph {

std::uint64_t Random::below(std::uint64_t bound) {
  WideCount product = WideCount{next()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t unfair = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < unfair) product = WideCount{next()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

WideCount Random::below(WideCount bound) {
  const auto high = static_cast<std::uint64_t>((bound - 1) >> 64);
  if (high == 0 && static_cast<std::uint64_t>(bound) != 0) {
    return below(static_cast<std::uint64_t>(bound));
  }
  // Draws as many bits as the largest result has, until the number is below the bound: on average,
  // at most two attempts.
  const int unused = high == 0 ? 64 : std::countl_zero(high);
  while (true) {
    const WideCount high_bits = unused == 64 ? 0 : next() >> unused;
    const WideCount number = high_bits << 64 | next();
    if (number < bound) return number;
  }
}

mpz_class Random::below(const mpz_class& bound) {
  const mpz_class largest = bound - 1;
  const std::size_t bits = mpz_sizeinbase(largest.get_mpz_t(), 2);
  std::vector<std::uint64_t> words((bits + 63) / 64);
  mpz_class number;
  do {
    for (std::uint64_t& word : words) word = next();
    words.back() >>= words.size() * 64 - bits;
    mpz_import(number.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  } while (number > largest);
  return number;
}

}  // namespace noether::egraph
