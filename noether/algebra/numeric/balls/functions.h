// The operators on values: what each one gives on the reals and on the complex numbers.
//
// Every operator is a question of the domain, answered from the exact numbers where they are known
// and from the balls otherwise; then an exact result where there is one; then a ball.
#pragma once

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/numeric/balls/value.h"

namespace noether::algebra {

// IfFinite: defined when the ball of the result is finite, because the function is unbounded near
// every point where it is not defined.
enum class Domain : std::uint8_t { Inside, Outside, Unclear, IfFinite };

// The operands are Defined; unary operators ignore `b`. Only operators with a value of their own:
// arithmetic and functions, no leaves, calls or calculus.
Domain real_domain(Op op, const Value& a, const Value& b);
Domain complex_domain(Op op, const Value& a, const Value& b);

// The result inside the domain when it has an exact form; false otherwise.
bool exact_result(Op op, const Exact& a, const Exact& b, Exact& out);

// Analytic: complex, and only where the operator is analytic on the whole ball.
enum class Arithmetic : std::uint8_t { Real, Complex, Analytic };

// acsc x = asin(1/x) and so on; Op::Number for operators that are not of this kind.
Op of_reciprocal(Op op);

// exp of more than this has an exponent that forget_extreme drops; do not compute it first.
inline constexpr slong kMaxExponentBits = 62;
inline bool too_large(arb_srcptr x) {
  return arf_cmpabs_2exp_si(arb_midref(x), kMaxExponentBits) > 0;
}
inline bool too_large(acb_srcptr x) {
  return too_large(acb_realref(x)) || too_large(acb_imagref(x));
}
// A falling factorial of fewer factors is multiplied out.
inline constexpr std::int64_t kMaxFalling = 256;

// One evaluation's working memory, kept so that evaluating allocates nothing.
class Functions {
 public:
  // `out` = op(a, b), where neither operand is `out`. Real: the operands are real balls.
  void apply_real(Op op, const Value& a, const Value& b, slong bits, Value& out);
  void apply_complex(Op op, const Value& a, const Value& b, slong bits, Value& out);
  // Unclear where the operator is, or may be, not analytic.
  void apply_analytic(Op op, const Value& a, const Value& b, slong bits, Value& out);

 private:
  void real_ball(Op op, const Value& a, const Value& b, slong bits, arb_ptr out);
  void real_power(const Value& base, const Value& exponent, slong bits, arb_ptr out);
  void real_binomial(const Value& n, const Value& k, slong bits, arb_ptr out);
  void complex_ball(Op op, const Value& a, const Value& b, slong bits, acb_ptr out);
  void complex_power(const Value& base, const Value& exponent, slong bits, acb_ptr out);
  void complex_binomial(const Value& n, const Value& k, slong bits, acb_ptr out);
  // Puts 1/a into inverse_; false when a is or may be zero and `out` is the answer of op.
  bool invert_argument(Op op, const Value& a, slong bits, bool real, Value& out);

  Value inverse_;
  Ball t_, u_;
};

}  // namespace noether::algebra
