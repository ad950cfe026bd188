// Balls of the operators on the complex numbers, inside their domains; principal branches.
#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {
namespace {

// The gamma function of a large argument needs as many more bits as the argument has.
void gamma(acb_srcptr x, slong bits, acb_ptr out) {
  if (too_large(x)) return acb_indeterminate(out);
  acb_gamma(out, x, bits);
}

void reciprocal_gamma(acb_srcptr x, slong bits, acb_ptr out) {
  if (too_large(x)) return acb_indeterminate(out);
  acb_rgamma(out, x, bits);
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
  // At the poles of gamma(n+1) this is not finite, which is less than could be said but not wrong.
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
    case Op::Add:
      return acb_add(out, x, y, bits);
    case Op::Subtract:
      return acb_sub(out, x, y, bits);
    case Op::Multiply:
      return acb_mul(out, x, y, bits);
    case Op::Divide:
      return acb_div(out, x, y, bits);
    case Op::Power:
      return complex_power(a, b, bits, out);
    case Op::Sqrt:
      return acb_sqrt(out, x, bits);
    case Op::Exp:
      return too_large(acb_realref(x)) ? acb_indeterminate(out) : acb_exp(out, x, bits);
    case Op::Ln:
      return acb_log(out, x, bits);
    case Op::Log:
      acb_log(t_.raw(), x, bits);
      acb_log(out, y, bits);
      return acb_div(out, out, t_.raw(), bits);
    case Op::Sin:
      return too_large(acb_imagref(x)) ? acb_indeterminate(out) : acb_sin(out, x, bits);
    case Op::Cos:
      return too_large(acb_imagref(x)) ? acb_indeterminate(out) : acb_cos(out, x, bits);
    case Op::Tan:
      return acb_tan(out, x, bits);
    case Op::Csc:
      return too_large(acb_imagref(x)) ? acb_indeterminate(out) : acb_csc(out, x, bits);
    case Op::Sec:
      return too_large(acb_imagref(x)) ? acb_indeterminate(out) : acb_sec(out, x, bits);
    case Op::Cot:
      return acb_cot(out, x, bits);
    case Op::Asin:
      return acb_asin(out, x, bits);
    case Op::Acos:
      return acb_acos(out, x, bits);
    case Op::Atan:
      return acb_atan(out, x, bits);
    case Op::Sinh:
      return too_large(acb_realref(x)) ? acb_indeterminate(out) : acb_sinh(out, x, bits);
    case Op::Cosh:
      return too_large(acb_realref(x)) ? acb_indeterminate(out) : acb_cosh(out, x, bits);
    case Op::Tanh:
      return acb_tanh(out, x, bits);
    case Op::Csch:
      return too_large(acb_realref(x)) ? acb_indeterminate(out) : acb_csch(out, x, bits);
    case Op::Sech:
      return too_large(acb_realref(x)) ? acb_indeterminate(out) : acb_sech(out, x, bits);
    case Op::Coth:
      return acb_coth(out, x, bits);
    case Op::Asinh:
      return acb_asinh(out, x, bits);
    case Op::Acosh:
      return acb_acosh(out, x, bits);
    case Op::Atanh:
      return acb_atanh(out, x, bits);
    case Op::Gamma:
      return gamma(x, bits, out);
    case Op::Factorial:
      acb_add_si(t_.raw(), x, 1, bits);
      return gamma(t_.raw(), bits, out);
    case Op::Binomial:
      return complex_binomial(a, b, bits, out);
    case Op::Abs:
      acb_abs(acb_realref(out), x, bits);
      return arb_zero(acb_imagref(out));
    case Op::Sign:
      return acb_sgn(out, x, bits);
    default:
      return acb_indeterminate(out);
  }
}

}  // namespace noether::algebra
