#include "noether/algebra/numeric/integrate.h"

#include <acb_calc.h>

#include <deque>
#include <utility>

namespace noether::algebra {
namespace {

constexpr int kMaxPieces = 256;
constexpr slong kEvaluationLimit = 10'000;
constexpr slong kMaxIntegralBits = 512;
constexpr slong kPathBits = 64;

}  // namespace

struct DefiniteIntegral::Evaluation {
  DefiniteIntegral* integral;
  Arithmetic arithmetic;
  Functions* functions;
  Deadline deadline;

  bool late() const {
    return deadline != kNoDeadline && std::chrono::steady_clock::now() >= deadline;
  }
  const Value& at(acb_srcptr z, Arithmetic how, slong bits) const {
    integral->set_variable(z);
    integral->integrand_.run(how, bits, *functions, deadline);
    return integral->integrand_.root(0);
  }
  // Called by Arb; order 1 asks for a value only where the integrand is analytic.
  static int call(acb_ptr out, const acb_t z, void* self, slong order, slong bits) {
    auto& evaluation = *static_cast<Evaluation*>(self);
    const Value& value =
        evaluation.at(z, order == 0 ? Arithmetic::Complex : Arithmetic::Analytic, bits);
    if (value.defined()) {
      acb_set(out, value.ball.raw());
    } else {
      acb_indeterminate(out);
    }
    return 0;
  }
};

DefiniteIntegral::DefiniteIntegral(Program integrand, Head variable)
    : integrand_(std::move(integrand)), variable_(variable) {}

void DefiniteIntegral::set_variable(acb_srcptr value) {
  const auto variables = integrand_.variables();
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i] != variable_) continue;
    Value& slot = integrand_.variable(i);
    slot.definedness = Definedness::Defined;
    slot.exact.forget();
    acb_set(slot.ball.raw(), value);
  }
}

// Whether the integrand is defined on the whole path: on each of some balls that cover it.
Definedness DefiniteIntegral::on_path(Evaluation& evaluation, const Value& lower,
                                      const Value& upper) {
  struct Piece {
    Ball from;
    Ball to;
  };
  std::deque<Piece> open;  // widest first, so that no one place takes all the tries
  open.push_back({lower.ball, upper.ball});
  Ball hull;
  for (int tried = 0; !open.empty(); ++tried) {
    if (tried == kMaxPieces || evaluation.late()) return Definedness::Unclear;
    Piece piece = std::move(open.front());
    open.pop_front();
    acb_union(hull.raw(), piece.from.raw(), piece.to.raw(), kPathBits);
    const Value& value = evaluation.at(hull.raw(), evaluation.arithmetic, kPathBits);
    if (value.definedness == Definedness::Undefined) return Definedness::Undefined;
    if (value.defined()) continue;
    Ball middle;
    acb_add(middle.raw(), piece.from.raw(), piece.to.raw(), kPathBits);
    acb_mul_2exp_si(middle.raw(), middle.raw(), -1);
    open.push_back({piece.from, middle});
    open.push_back({std::move(middle), std::move(piece.to)});
  }
  return Definedness::Defined;
}

void DefiniteIntegral::evaluate(const Value& lower, const Value& upper, Arithmetic arithmetic,
                                slong bits, Functions& functions, Deadline deadline, Value& out) {
  out.exact.forget();
  Evaluation evaluation{this, arithmetic, &functions, deadline};
  out.definedness = Definedness::Unclear;
  // |x + i| is not the continuation of |x|: jumps are followed through real values only.
  if (arithmetic != Arithmetic::Real && integrand_.has_jumps()) return;
  if (bits > kMaxIntegralBits || !lower.ball.is_finite() || !upper.ball.is_finite()) return;
  out.definedness = on_path(evaluation, lower, upper);
  if (!out.defined()) return;

  acb_calc_integrate_opt_t options;
  acb_calc_integrate_opt_init(options);
  options->eval_limit = kEvaluationLimit;
  mag_t tolerance;
  mag_init(tolerance);
  mag_set_ui_2exp_si(tolerance, 1, -bits);
  acb_calc_integrate(out.ball.raw(), Evaluation::call, &evaluation, lower.ball.raw(),
                     upper.ball.raw(), bits, tolerance, options, bits);
  mag_clear(tolerance);
  if (arithmetic == Arithmetic::Real) arb_zero(out.ball.imag());
  if (!out.ball.is_finite() || evaluation.late()) out.definedness = Definedness::Unclear;
}

}  // namespace noether::algebra
