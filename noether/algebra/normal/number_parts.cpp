#include "noether/algebra/normal/number_parts.h"

#include <flint/fmpz.h>
#include <flint/fmpz_factor.h>

namespace noether::algebra::normal {
namespace {

constexpr std::uint64_t kMaxFactoredBits = 64;

}  // namespace

std::vector<std::pair<Rational, std::int64_t>> primes_of(const Rational& value) {
  std::vector<std::pair<Rational, std::int64_t>> primes;
  const auto add = [&](const fmpz* n, std::int64_t sign) {
    if (fmpz_is_one(n)) return;
    if (fmpz_bits(n) > kMaxFactoredBits) {
      Rational whole;
      fmpz_set(fmpq_numref(whole.raw()), n);
      primes.emplace_back(whole, sign);
      return;
    }
    fmpz_factor_t found;
    fmpz_factor_init(found);
    fmpz_factor(found, n);
    for (slong i = 0; i < found->num; ++i) {
      Rational prime;
      fmpz_set(fmpq_numref(prime.raw()), found->p + i);
      primes.emplace_back(prime, sign * static_cast<std::int64_t>(found->exp[i]));
    }
    fmpz_factor_clear(found);
  };
  add(fmpq_numref(value.raw()), 1);
  add(fmpq_denref(value.raw()), -1);
  return primes;
}

}  // namespace noether::algebra::normal
