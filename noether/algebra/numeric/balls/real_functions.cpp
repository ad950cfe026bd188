// Balls of the operators on the reals, inside their domains: operators.def names the functions.
#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {
namespace {

// The gamma function of a large argument needs as many additional bits as the argument has.
void gamma(arb_srcptr x, slong bits, arb_ptr out) {
  if (too_large(x)) return arb_zero_pm_inf(out);
  arb_gamma(out, x, bits);
}

void reciprocal_gamma(arb_srcptr x, slong bits, arb_ptr out) {
  if (too_large(x)) return arb_zero_pm_inf(out);
  arb_rgamma(out, x, bits);
}

// gamma(x + 1)
void gamma_of_next(arb_ptr out, arb_srcptr x, arb_ptr next, slong bits) {
  arb_add_si(next, x, 1, bits);
  gamma(next, bits, out);
}

void log_to_base(arb_ptr out, arb_srcptr base, arb_srcptr x, arb_ptr log_of_base, slong bits) {
  arb_log(log_of_base, base, bits);
  arb_log(out, x, bits);
  arb_div(out, out, log_of_base, bits);
}

// A function that grows like exp.
void if_small(void (*function)(arb_t, const arb_t, slong), arb_ptr out, arb_srcptr x, slong bits) {
  if (too_large(x)) return arb_zero_pm_inf(out);
  function(out, x, bits);
}

}  // namespace

void Functions::real_power(const Value& base, const Value& exponent, slong bits, arb_ptr out) {
  if (std::int64_t n = 0; get_integer(exponent, n)) {
    const fmpz small = n;  // 62 bits at most: no heap
    arb_pow_fmpz(out, base.ball.real(), &small, bits);
  } else if (is_zero(base) == Truth::Yes) {
    arb_zero(out);
  } else if (arb_is_positive(base.ball.real()) != 0) {
    arb_pow(out, base.ball.real(), exponent.ball.real(), bits);
  } else {
    arb_zero_pm_inf(out);
  }
}

void Functions::real_binomial(const Value& n, const Value& k, slong bits, arb_ptr out) {
  std::int64_t count = 0;
  arb_ptr x = t_.real();
  arb_ptr y = u_.real();
  if (get_integer(k, count) && count < kMaxFalling) {
    if (count < 0) return arb_zero(out);
    // n (n-1) ... (n-k+1) / k! is a rising factorial from n-k+1.
    arb_sub_si(x, n.ball.real(), count - 1, bits);
    arb_rising_ui(out, x, static_cast<ulong>(count), bits);
    arb_fac_ui(y, static_cast<ulong>(count), bits);
    return arb_div(out, out, y, bits);
  }
  // At the poles of gamma(n+1) the result is not finite, which is imprecise but not wrong.
  arb_add_si(x, n.ball.real(), 1, bits);
  gamma(x, bits, out);
  arb_sub(x, x, k.ball.real(), bits);
  reciprocal_gamma(x, bits, y);
  arb_mul(out, out, y, bits);
  arb_add_si(x, k.ball.real(), 1, bits);
  reciprocal_gamma(x, bits, y);
  arb_mul(out, out, y, bits);
}

void Functions::real_ball(Op op, const Value& a, const Value& b, slong bits, arb_ptr out) {
  arb_srcptr x = a.ball.real();
  arb_srcptr y = b.ball.real();
  switch (op) {
#define NOETHER_ALGEBRA_FUNCTION(id, name, arity, real_domain, real_ball, ...) \
  case Op::id:                                                                 \
    return real_ball;
#include "noether/algebra/expression/operators.def"
    default:
      return arb_zero_pm_inf(out);
  }
}

}  // namespace noether::algebra
