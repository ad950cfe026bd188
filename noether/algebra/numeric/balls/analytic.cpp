// Operators as analytic functions on whole balls, which is what integration needs: away from their
// branch cuts, and with abs, sign, floor, ceil, min and max continued from the real line piece by
// piece.
#include "noether/algebra/numeric/balls/discontinuous.h"
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

// Certainly not a real number that is `bound` or less.
bool right_of(const Value& z, slong bound) {
  return arb_contains_zero(z.ball.imag()) == 0 || certainly_greater(z.ball.real(), bound);
}

bool off_cuts(Op op, const Value& a, const Value& b) {
  switch (op) {
    case Op::Sqrt:
    case Op::Ln:
      return right_of(a, 0);
    case Op::Log:
      return right_of(a, 0) && right_of(b, 0);
    case Op::Power:
      return is_integer(b) == Truth::Yes || right_of(a, 0);
    case Op::Acosh:
      return right_of(a, 1);
    case Op::Asin:
    case Op::Acos:
    case Op::Atanh:
      return arb_contains_zero(a.ball.imag()) == 0 || within_one(a.ball.real());
    case Op::Atan:
    case Op::Asinh:
      return arb_contains_zero(a.ball.real()) == 0 || within_one(a.ball.imag());
    case Op::Binomial:
      // Its definitions for whole and for other numbers are not one analytic function of two.
      return is_integer(b) != Truth::Unknown;
    default:
      return true;
  }
}

// One analytic piece of a function that jumps or bends; false when the ball may touch two.
bool piece(Op op, const Value& a, const Value& b, slong bits, acb_ptr out) {
  arb_srcptr x = a.ball.real();
  arb_srcptr y = b.ball.real();
  switch (op) {
    case Op::Abs:
    case Op::Sign: {
      const bool positive = arb_is_positive(x) != 0;
      if (!positive && arb_is_negative(x) == 0) return false;
      if (op == Op::Sign) {
        acb_set_si(out, positive ? 1 : -1);
      } else if (positive) {
        acb_set(out, a.ball.raw());
      } else {
        acb_neg(out, a.ball.raw());
      }
      return true;
    }
    case Op::Floor:
    case Op::Ceil:
      if (arb_contains_int(x) != 0) return false;
      acb_zero(out);
      if (op == Op::Floor) {
        arb_floor(acb_realref(out), x, bits);
      } else {
        arb_ceil(acb_realref(out), x, bits);
      }
      return true;
    default: {
      const bool less = arb_lt(x, y) != 0;
      if (!less && arb_gt(x, y) == 0) return false;
      acb_set(out, less == (op == Op::Min) ? a.ball.raw() : b.ball.raw());
      return true;
    }
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
  } else if (off_cuts(op, a, b)) {
    apply_complex(op, a, b, bits, out);
  }
}

}  // namespace noether::algebra
