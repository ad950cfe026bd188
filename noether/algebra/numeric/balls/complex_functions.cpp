// Balls of the operators on the complex numbers, inside their domains; principal branches.
// operators.def names the functions.
#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {
namespace {

// The gamma function of a large argument needs as many additional bits as the argument has.
void gamma(acb_srcptr x, slong bits, acb_ptr out) {
  if (too_large(x)) return acb_indeterminate(out);
  acb_gamma(out, x, bits);
}

void reciprocal_gamma(acb_srcptr x, slong bits, acb_ptr out) {
  if (too_large(x)) return acb_indeterminate(out);
  acb_rgamma(out, x, bits);
}

// gamma(x + 1)
void gamma_of_next(acb_ptr out, acb_srcptr x, acb_ptr next, slong bits) {
  acb_add_si(next, x, 1, bits);
  gamma(next, bits, out);
}

void log_to_base(acb_ptr out, acb_srcptr base, acb_srcptr x, acb_ptr log_of_base, slong bits) {
  acb_log(log_of_base, base, bits);
  acb_log(out, x, bits);
  acb_div(out, out, log_of_base, bits);
}

void modulus(acb_ptr out, acb_srcptr x, slong bits) {
  acb_abs(acb_realref(out), x, bits);
  arb_zero(acb_imagref(out));
}

// Functions that grow like exp, along the real line or along the imaginary one.
using ComplexFunction = void (*)(acb_t, const acb_t, slong);
void if_small_real(ComplexFunction function, acb_ptr out, acb_srcptr x, slong bits) {
  if (too_large(acb_realref(x))) return acb_indeterminate(out);
  function(out, x, bits);
}
void if_small_imaginary(ComplexFunction function, acb_ptr out, acb_srcptr x, slong bits) {
  if (too_large(acb_imagref(x))) return acb_indeterminate(out);
  function(out, x, bits);
}

}  // namespace

void Functions::complex_power(const Value& base, const Value& exponent, slong bits, acb_ptr out) {
  if (std::int64_t n = 0; get_integer(exponent, n)) {
    const fmpz small = n;  // 62 bits at most: no heap
    acb_pow_fmpz(out, base.ball.raw(), &small, bits);
  } else if (is_zero(base) == Truth::Yes) {
    acb_zero(out);
  } else {
    acb_pow(out, base.ball.raw(), exponent.ball.raw(), bits);
  }
}

void Functions::complex_binomial(const Value& n, const Value& k, slong bits, acb_ptr out) {
  std::int64_t count = 0;
  acb_ptr x = t_.raw();
  acb_ptr y = u_.raw();
  if (get_integer(k, count) && count < kMaxFalling) {
    if (count < 0) return acb_zero(out);
    // n (n-1) ... (n-k+1) / k! is a rising factorial from n-k+1.
    acb_sub_si(x, n.ball.raw(), static_cast<ulong>(count - 1), bits);
    acb_rising_ui(out, x, static_cast<ulong>(count), bits);
    arb_fac_ui(acb_realref(y), static_cast<ulong>(count), bits);
    return acb_div_arb(out, out, acb_realref(y), bits);
  }
  // At the poles of gamma(n+1) the result is not finite, which is imprecise but not wrong.
  acb_add_si(x, n.ball.raw(), 1, bits);
  gamma(x, bits, out);
  acb_sub(x, x, k.ball.raw(), bits);
  reciprocal_gamma(x, bits, y);
  acb_mul(out, out, y, bits);
  acb_add_si(x, k.ball.raw(), 1, bits);
  reciprocal_gamma(x, bits, y);
  acb_mul(out, out, y, bits);
}

void Functions::complex_ball(Op op, const Value& a, const Value& b, slong bits, acb_ptr out) {
  acb_srcptr x = a.ball.raw();
  acb_srcptr y = b.ball.raw();
  switch (op) {
#define NOETHER_ALGEBRA_FUNCTION(id, name, arity, real_domain, real_ball, complex_domain, \
                                 complex_ball, ...)                                       \
  case Op::id:                                                                            \
    return complex_ball;
#define NOETHER_ALGEBRA_STEP(id, name, arity, real_value, complex_domain, complex_ball, ...) \
  case Op::id:                                                                               \
    return complex_ball;
#include "noether/algebra/expression/operators.def"
    default:
      return acb_indeterminate(out);
  }
}

}  // namespace noether::algebra
