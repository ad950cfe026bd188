#include "noether/algebra/numeric/balls/value.h"

#include <flint/flint.h>

namespace noether::algebra {
namespace {

constexpr slong kBitsOfADigit = 4;

std::string real_text(arb_srcptr x, int digits) {
  // A ball without a single certain digit is written with its radius.
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
  // A part that may be zero is omitted beside another part that has all its digits.
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

Order compare(const Value& value, std::int64_t integer) {
  if (value.exact.is_rational()) {
    const int sign = fmpq_cmp_si(value.exact.rational().raw(), integer);
    return sign < 0 ? Order::Less : sign > 0 ? Order::Greater : Order::Equal;
  }
  arb_srcptr x = value.ball.real();
  if (integer == 0) {
    if (arb_is_positive(x) != 0) return Order::Greater;
    if (arb_is_negative(x) != 0) return Order::Less;
    return arb_is_zero(x) != 0 ? Order::Equal : Order::Unknown;
  }
  arb_t bound;
  arb_init(bound);
  arb_set_si(bound, integer);
  Order order = Order::Unknown;
  if (arb_lt(x, bound) != 0) order = Order::Less;
  if (arb_gt(x, bound) != 0) order = Order::Greater;
  if (arb_is_exact(x) != 0 && arb_equal(x, bound) != 0) order = Order::Equal;
  arb_clear(bound);
  return order;
}

Order compare(const Value& a, const Value& b) {
  if (a.exact.is_rational() && b.exact.is_rational()) {
    const auto order = a.exact.rational() <=> b.exact.rational();
    return order < 0 ? Order::Less : order > 0 ? Order::Greater : Order::Equal;
  }
  if (arb_lt(a.ball.real(), b.ball.real()) != 0) return Order::Less;
  if (arb_gt(a.ball.real(), b.ball.real()) != 0) return Order::Greater;
  if (a.exact.known() && b.exact.known()) {
    Exact difference;
    if (exact_subtract(a.exact, b.exact, difference) && difference.is_zero()) return Order::Equal;
  }
  if (arb_is_exact(a.ball.real()) != 0 && arb_equal(a.ball.real(), b.ball.real()) != 0) {
    return Order::Equal;
  }
  return Order::Unknown;
}

Truth is_zero(const Value& value) {
  if (value.exact.is_rational()) return value.exact.is_zero() ? Truth::Yes : Truth::No;
  if (acb_contains_zero(value.ball.raw()) == 0) return Truth::No;
  return acb_is_zero(value.ball.raw()) != 0 ? Truth::Yes : Truth::Unknown;
}

Truth is_real(const Value& value) {
  if (arb_is_zero(value.ball.imag()) != 0) return Truth::Yes;
  return arb_contains_zero(value.ball.imag()) == 0 ? Truth::No : Truth::Unknown;
}

Truth is_integer(const Value& value) {
  if (value.exact.is_rational()) {
    return value.exact.rational().is_integer() ? Truth::Yes : Truth::No;
  }
  if (acb_contains_int(value.ball.raw()) == 0) return Truth::No;
  return acb_is_int(value.ball.raw()) != 0 ? Truth::Yes : Truth::Unknown;
}

bool get_integer(const Value& value, std::int64_t& integer) {
  if (value.exact.is_rational()) {
    const fmpz* numerator = fmpq_numref(value.exact.rational().raw());
    if (!value.exact.rational().is_integer() || COEFF_IS_MPZ(*numerator)) return false;
    integer = fmpz_get_si(numerator);
    return true;
  }
  if (acb_is_int(value.ball.raw()) == 0) return false;
  arf_srcptr middle = arb_midref(value.ball.real());
  if (arf_cmpabs_2exp_si(middle, 62) >= 0) return false;
  integer = arf_get_si(middle, ARF_RND_DOWN);
  return true;
}

void set_number(const Rational& number, slong bits, Value& out) {
  out.definedness = Definedness::Defined;
  out.exact.set(number);
  arb_set_fmpq(out.ball.real(), number.raw(), bits);
  arb_zero(out.ball.imag());
}

void set_unit(ExactUnit unit, slong bits, Value& out) {
  out.definedness = Definedness::Defined;
  out.exact.set_int(1, unit);
  out.exact.to_ball(out.ball.raw(), bits);
}

}  // namespace noether::algebra
