// Whole numbers of the three widths that counts come in: 64 bits, 128 bits, and any.
#pragma once

#include <gmpxx.h>

#include <cassert>
#include <cstdint>
#include <type_traits>

namespace noether::egraph {

__extension__ using WideCount = unsigned __int128;

inline mpz_class to_mpz(WideCount number) {
  mpz_class big(static_cast<unsigned long>(number >> 64));
  big <<= 64;
  big += static_cast<unsigned long>(number);
  return big;
}

// The lowest 128 bits of a number that is not negative.
inline WideCount to_wide(const mpz_class& big) {
  static_assert(GMP_LIMB_BITS == 64);
  const WideCount high = mpz_getlimbn(big.get_mpz_t(), 1);
  return high << 64 | mpz_getlimbn(big.get_mpz_t(), 0);
}

inline bool fits_wide(const mpz_class& big) { return mpz_size(big.get_mpz_t()) <= 2; }

template <typename To, typename From>
To narrow_count(const From& number) {
  if constexpr (std::is_same_v<From, mpz_class>) {
    return static_cast<To>(to_wide(number));
  } else {
    return static_cast<To>(number);
  }
}

}  // namespace noether::egraph
