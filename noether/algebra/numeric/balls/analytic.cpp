// Operators as analytic functions on whole balls, as needed for integration: away from their branch
// cuts, and with abs, sign, floor, ceil, min and max continued from the real line piece by piece.
#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {
namespace {

bool certainly_greater(arb_srcptr x, slong bound) {
  arb_t b;
  arb_init(b);
  arb_set_si(b, bound);
  const bool greater = arb_gt(x, b) != 0;
  arb_clear(b);
  return greater;
}

bool certainly_less(arb_srcptr x, slong bound) {
  arb_t b;
  arb_init(b);
  arb_set_si(b, bound);
  const bool less = arb_lt(x, b) != 0;
  arb_clear(b);
  return less;
}

bool within_one(arb_srcptr x) { return certainly_greater(x, -1) && certainly_less(x, 1); }

// Returns whether the value is certainly not a real number at most `bound`.
bool right_of(const Value& z, slong bound) {
  return arb_contains_zero(z.ball.imag()) == 0 || certainly_greater(z.ball.real(), bound);
}

// Returns whether the value is off the cuts from 1 and -1 outward, along the real or the imaginary
// axis.
bool off_real_line_or_within_one(const Value& z) {
  return arb_contains_zero(z.ball.imag()) == 0 || within_one(z.ball.real());
}
bool off_imaginary_line_or_within_one(const Value& z) {
  return arb_contains_zero(z.ball.real()) == 0 || within_one(z.ball.imag());
}

bool is_analytic(Op op, const Value& a, const Value& b) {
  switch (op) {
#define NOETHER_ALGEBRA_FUNCTION(id, name, arity, real_domain, real_ball, complex_domain, \
                                 complex_ball, analytic, ...)                             \
  case Op::id:                                                                            \
    return analytic;
#include "noether/algebra/expression/operators.def"
    default:
      return true;
  }
}

// The pieces of functions that jump or bend: each returns false if the ball may touch two pieces.

// Returns whether the sign is certain; if so, sets `positive`.
bool has_sign(const Value& a, bool& positive) {
  positive = arb_is_positive(a.ball.real()) != 0;
  return positive || arb_is_negative(a.ball.real()) != 0;
}

bool absolute_piece(const Value& a, acb_ptr out) {
  bool positive = false;
  if (!has_sign(a, positive)) return false;
  if (positive) {
    acb_set(out, a.ball.raw());
  } else {
    acb_neg(out, a.ball.raw());
  }
  return true;
}

bool sign_piece(const Value& a, acb_ptr out) {
  bool positive = false;
  if (!has_sign(a, positive)) return false;
  acb_set_si(out, positive ? 1 : -1);
  return true;
}

bool round_piece(Op op, const Value& a, slong bits, acb_ptr out) {
  if (arb_contains_int(a.ball.real()) != 0) return false;
  acb_zero(out);
  if (op == Op::Floor) {
    arb_floor(acb_realref(out), a.ball.real(), bits);
  } else {
    arb_ceil(acb_realref(out), a.ball.real(), bits);
  }
  return true;
}

bool select_piece(Op op, const Value& a, const Value& b, acb_ptr out) {
  const bool less = arb_lt(a.ball.real(), b.ball.real()) != 0;
  if (!less && arb_gt(a.ball.real(), b.ball.real()) == 0) return false;
  acb_set(out, less == (op == Op::Min) ? a.ball.raw() : b.ball.raw());
  return true;
}

bool piece(Op op, const Value& a, const Value& b, slong bits, acb_ptr out) {
  switch (op) {
#define NOETHER_ALGEBRA_STEP(id, name, arity, real_value, complex_domain, complex_ball, piece, \
                             ...)                                                              \
  case Op::id:                                                                                 \
    return piece;
#include "noether/algebra/expression/operators.def"
    default:
      return false;
  }
}

}  // namespace

void Functions::apply_analytic(Op op, const Value& a, const Value& b, slong bits, Value& out) {
  out.exact.forget();
  out.definedness = Definedness::Unclear;
  if (const Op inner = of_reciprocal(op); inner != Op::Number) {
    if (is_zero(a) == Truth::No && invert_argument(op, a, bits, false, out)) {
      apply_analytic(inner, inverse_, inverse_, bits, out);
    }
  } else if (is_discontinuous(op)) {
    if (piece(op, a, b, bits, out.ball.raw())) out.definedness = Definedness::Defined;
  } else if (is_analytic(op, a, b)) {
    apply_complex(op, a, b, bits, out);
  }
}

}  // namespace noether::algebra
