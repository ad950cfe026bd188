#include "noether/algebra/numeric/balls/value.h"

namespace noether::algebra {

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
