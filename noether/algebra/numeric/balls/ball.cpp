#include "noether/algebra/numeric/balls/ball.h"

#include <flint/flint.h>

namespace noether::algebra {
namespace {

constexpr slong kBitsOfADigit = 4;

std::string real_text(arb_srcptr x, int digits) {
  // A ball without one certain digit is shown with its radius.
  const bool vague = arb_is_exact(x) == 0 && arb_rel_accuracy_bits(x) < kBitsOfADigit;
  char* const text = arb_get_str(x, digits, vague ? 0 : static_cast<ulong>(ARB_STR_NO_RADIUS));
  std::string copy(text);
  flint_free(text);
  const bool exact_fraction = arb_is_exact(x) != 0 && copy.find('.') != std::string::npos &&
                              copy.find('e') == std::string::npos;
  if (exact_fraction) {
    copy.erase(copy.find_last_not_of('0') + 1);
    if (copy.back() == '.') copy.pop_back();
  }
  return copy;
}

}  // namespace

std::string Ball::to_string(int digits) const {
  // A part that may be zero is left out beside another that shows all its digits.
  const bool sharp = acb_rel_accuracy_bits(raw()) > slong{4} * digits;
  const bool only_real = is_real() || (sharp && arb_contains_zero(imag()) != 0);
  const bool only_imaginary = arb_is_zero(real()) != 0 || (sharp && arb_contains_zero(real()) != 0);
  if (only_real) return real_text(real(), digits);
  std::string imaginary = real_text(imag(), digits) + "*i";
  if (only_imaginary) return imaginary;
  const bool negative = imaginary.front() == '-';
  return real_text(real(), digits) + (negative ? " - " : " + ") +
         imaginary.substr(negative ? 1 : 0);
}

bool disjoint(const Ball& a, const Ball& b) {
  return arb_lt(a.real(), b.real()) != 0 || arb_gt(a.real(), b.real()) != 0 ||
         arb_lt(a.imag(), b.imag()) != 0 || arb_gt(a.imag(), b.imag()) != 0;
}

}  // namespace noether::algebra
