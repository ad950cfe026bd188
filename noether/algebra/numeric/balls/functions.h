// The operators on values: the result of each on the reals and on the complex numbers.
//
// Every operator first decides the domain, from the exact numbers if they are known and from the
// balls otherwise; then it gives an exact result if there is one, and otherwise a ball.
#pragma once

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/numeric/balls/value.h"

namespace noether::algebra {

// IfFinite: defined if the ball of the result is finite, because the function is unbounded near
// every point where it is not defined.
enum class Domain : std::uint8_t { Inside, Outside, Unclear, IfFinite };

// The operands must be Defined; unary operators ignore `b`. Only for operators with a value of
// their own: arithmetic and functions, but not leaves, calls or calculus.
Domain real_domain(Op op, const Value& a, const Value& b);
Domain complex_domain(Op op, const Value& a, const Value& b);

// Computes the result inside the domain if it has an exact form; otherwise returns false.
bool exact_result(Op op, const Exact& a, const Exact& b, Exact& out);

// Analytic: complex, and only where the operator is analytic on the whole ball.
enum class Arithmetic : std::uint8_t { Real, Complex, Analytic };

// acsc x = asin(1/x) and so on; Op::Number for other operators.
Op of_reciprocal(Op op);

// Functions of real values that jump or bend: abs, sign, floor, ceil, min, max.
//
// A ball across a jump gives the ball of all values on both sides. If the side is certain, the
// result is exact if the operand is, so |sin(pi/3) - 1| - 1 + sin(pi/3) is exactly zero.
bool is_discontinuous(Op op);
// The operands must be Defined and real; `out` must not be an operand.
void apply_discontinuous(Op op, const Value& a, const Value& b, slong bits, Value& out);

// exp of more than this has an exponent that forget_extreme drops, so it is not computed at all.
inline constexpr slong kMaxExponentBits = 62;
inline bool too_large(arb_srcptr x) {
  return arf_cmpabs_2exp_si(arb_midref(x), kMaxExponentBits) > 0;
}
inline bool too_large(acb_srcptr x) {
  return too_large(acb_realref(x)) || too_large(acb_imagref(x));
}
// A falling factorial with fewer factors is multiplied out.
inline constexpr std::int64_t kMaxFalling = 256;

// The working memory of an evaluation, reused so that evaluating does not allocate.
class Functions {
 public:
  // Computes `out` = op(a, b), where neither operand is `out`. Real: the operands are real balls.
  void apply_real(Op op, const Value& a, const Value& b, slong bits, Value& out);
  void apply_complex(Op op, const Value& a, const Value& b, slong bits, Value& out);
  // The result is Unclear where the operator is not, or may not be, analytic.
  void apply_analytic(Op op, const Value& a, const Value& b, slong bits, Value& out);

 private:
  void real_ball(Op op, const Value& a, const Value& b, slong bits, arb_ptr out);
  void real_power(const Value& base, const Value& exponent, slong bits, arb_ptr out);
  void real_binomial(const Value& n, const Value& k, slong bits, arb_ptr out);
  void complex_ball(Op op, const Value& a, const Value& b, slong bits, acb_ptr out);
  void complex_power(const Value& base, const Value& exponent, slong bits, acb_ptr out);
  void complex_binomial(const Value& n, const Value& k, slong bits, acb_ptr out);
  // Computes 1/a in inverse_; returns false if a is or may be zero, and `out` is the result of op.
  bool invert_argument(Op op, const Value& a, slong bits, bool real, Value& out);

  Value inverse_;
  Ball t_, u_;
};

}  // namespace noether::algebra
