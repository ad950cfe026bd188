// Balls of the operators on the reals, inside their domains.
#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {
namespace {

// The gamma function of a large argument needs as many more bits as the argument has.
void gamma(arb_srcptr x, slong bits, arb_ptr out) {
  if (too_large(x)) return arb_zero_pm_inf(out);
  arb_gamma(out, x, bits);
}

void reciprocal_gamma(arb_srcptr x, slong bits, arb_ptr out) {
  if (too_large(x)) return arb_zero_pm_inf(out);
  arb_rgamma(out, x, bits);
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
  // At the poles of gamma(n+1) this is not finite, which is less than could be said but not wrong.
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
    case Op::Add:
      return arb_add(out, x, y, bits);
    case Op::Subtract:
      return arb_sub(out, x, y, bits);
    case Op::Multiply:
      return arb_mul(out, x, y, bits);
    case Op::Divide:
      return arb_div(out, x, y, bits);
    case Op::Power:
      return real_power(a, b, bits, out);
    case Op::Sqrt:
      return arb_sqrt(out, x, bits);
    case Op::Exp:
      return too_large(x) ? arb_zero_pm_inf(out) : arb_exp(out, x, bits);
    case Op::Ln:
      return arb_log(out, x, bits);
    case Op::Log:
      arb_log(t_.real(), x, bits);
      arb_log(out, y, bits);
      return arb_div(out, out, t_.real(), bits);
    case Op::Sin:
      return arb_sin(out, x, bits);
    case Op::Cos:
      return arb_cos(out, x, bits);
    case Op::Tan:
      return arb_tan(out, x, bits);
    case Op::Csc:
      return arb_csc(out, x, bits);
    case Op::Sec:
      return arb_sec(out, x, bits);
    case Op::Cot:
      return arb_cot(out, x, bits);
    case Op::Asin:
      return arb_asin(out, x, bits);
    case Op::Acos:
      return arb_acos(out, x, bits);
    case Op::Atan:
      return arb_atan(out, x, bits);
    case Op::Sinh:
      return too_large(x) ? arb_zero_pm_inf(out) : arb_sinh(out, x, bits);
    case Op::Cosh:
      return too_large(x) ? arb_zero_pm_inf(out) : arb_cosh(out, x, bits);
    case Op::Tanh:
      return arb_tanh(out, x, bits);
    case Op::Csch:
      return too_large(x) ? arb_zero_pm_inf(out) : arb_csch(out, x, bits);
    case Op::Sech:
      return too_large(x) ? arb_zero_pm_inf(out) : arb_sech(out, x, bits);
    case Op::Coth:
      return arb_coth(out, x, bits);
    case Op::Asinh:
      return arb_asinh(out, x, bits);
    case Op::Acosh:
      return arb_acosh(out, x, bits);
    case Op::Atanh:
      return arb_atanh(out, x, bits);
    case Op::Gamma:
      return gamma(x, bits, out);
    case Op::Factorial:
      arb_add_si(t_.real(), x, 1, bits);
      return gamma(t_.real(), bits, out);
    case Op::Binomial:
      return real_binomial(a, b, bits, out);
    default:
      return arb_zero_pm_inf(out);
  }
}

}  // namespace noether::algebra
