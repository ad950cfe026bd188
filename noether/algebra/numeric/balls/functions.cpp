#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {
namespace {

// Balls whose exponents have many words cost unbounded time and memory, and contain no more
// information than a ball over everything.
void forget_extreme(arb_ptr x) {
  if (COEFF_IS_MPZ(*ARF_EXPREF(arb_midref(x))) || COEFF_IS_MPZ(*MAG_EXPREF(arb_radref(x)))) {
    if (arb_is_exact(x) != 0 && arf_is_special(arb_midref(x)) != 0) return;
    arb_zero_pm_inf(x);
  }
}

void finish(Domain domain, Value& out) {
  forget_extreme(out.ball.real());
  forget_extreme(out.ball.imag());
  const bool certain = domain == Domain::Inside || out.ball.is_finite();
  out.definedness = certain ? Definedness::Defined : Definedness::Unclear;
}

// Handles the cases that need no ball: outside the domain, unclear, or an exact result.
bool settled(Op op, Domain domain, const Value& a, const Value& b, slong bits, Value& out) {
  out.exact.forget();
  if (domain == Domain::Outside || domain == Domain::Unclear) {
    out.definedness = domain == Domain::Outside ? Definedness::Undefined : Definedness::Unclear;
    return true;
  }
  const bool exact = a.exact.known() && (op_arity(op) == 1 || b.exact.known());
  if (!exact || !exact_result(op, a.exact, b.exact, out.exact)) return false;
  out.exact.to_ball(out.ball.raw(), bits);
  out.definedness = Definedness::Defined;
  return true;
}

// acot, which is continued through zero, at a value that is or may be zero.
void arccotangent_near_zero(Truth zero, slong bits, Value& out) {
  acb_zero(out.ball.raw());
  arb_const_pi(out.ball.real(), bits);
  arb_mul_2exp_si(out.ball.real(), out.ball.real(), -1);
  out.definedness = Definedness::Defined;
  if (zero == Truth::Yes) {
    out.exact.set(Rational(1, 2), {.pi = 1});
    return;
  }
  mag_t bound;
  mag_init(bound);
  arb_get_mag(bound, out.ball.real());
  arb_zero(out.ball.real());
  arb_add_error_mag(out.ball.real(), bound);
  mag_clear(bound);
}

}  // namespace

Op of_reciprocal(Op op) {
  switch (op) {
#define NOETHER_ALGEBRA_RECIPROCAL(id, name, inner, ...) \
  case Op::id:                                           \
    return Op::inner;
#include "noether/algebra/expression/operators.def"
    default:
      return Op::Number;
  }
}

bool Functions::invert_argument(Op op, const Value& a, slong bits, bool real, Value& out) {
  const Truth zero = is_zero(a);
  if (zero == Truth::No) {
    out.exact.forget();
    inverse_.exact.forget();
    if (a.exact.known()) {
      Exact one;
      one.set_int(1);
      exact_divide(one, a.exact, inverse_.exact);
    }
    if (inverse_.exact.known()) {
      inverse_.exact.to_ball(inverse_.ball.raw(), bits);
    } else {
      acb_inv(inverse_.ball.raw(), a.ball.raw(), bits);
    }
    inverse_.definedness = Definedness::Defined;
    return true;
  }
  out.exact.forget();
  if (op == Op::Acot && (real || zero == Truth::Yes)) {
    arccotangent_near_zero(zero, bits, out);
  } else {
    out.definedness = zero == Truth::Yes ? Definedness::Undefined : Definedness::Unclear;
  }
  return false;
}

void Functions::apply_real(Op op, const Value& a, const Value& b, slong bits, Value& out) {
  if (is_discontinuous(op)) return apply_discontinuous(op, a, b, bits, out);
  if (const Op inner = of_reciprocal(op); inner != Op::Number) {
    if (invert_argument(op, a, bits, true, out)) apply_real(inner, inverse_, inverse_, bits, out);
    return;
  }
  const Domain domain = real_domain(op, a, b);
  if (settled(op, domain, a, b, bits, out)) return;
  arb_zero(out.ball.imag());
  real_ball(op, a, b, bits, out.ball.real());
  finish(domain, out);
}

void Functions::apply_complex(Op op, const Value& a, const Value& b, slong bits, Value& out) {
  if (const Op inner = of_reciprocal(op); inner != Op::Number) {
    if (invert_argument(op, a, bits, false, out)) {
      apply_complex(inner, inverse_, inverse_, bits, out);
    }
    return;
  }
  const Domain domain = complex_domain(op, a, b);
  const bool inside = domain == Domain::Inside;
  if (inside && is_discontinuous(op) && a.ball.is_real() &&
      (op_arity(op) == 1 || b.ball.is_real())) {
    return apply_discontinuous(op, a, b, bits, out);
  }
  if (settled(op, domain, a, b, bits, out)) return;
  complex_ball(op, a, b, bits, out.ball.raw());
  finish(domain, out);
}

}  // namespace noether::algebra
