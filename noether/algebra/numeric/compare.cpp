#include "noether/algebra/numeric/compare.h"

#include <algorithm>

namespace noether::algebra {
namespace {

constexpr double kBitsPerDigit = 3.3219280948873623;
constexpr slong kGuardBits = 24;

// Returns whether the ball determines its number to `digits_bits` bits. A number that may be zero
// has no relative error; it counts as known if it is zero to twice as many digits.
bool precise(const Ball& ball, slong digits_bits) {
  if (!ball.is_finite()) return false;
  if (acb_rel_accuracy_bits(ball.raw()) >= digits_bits) return true;
  if (acb_contains_zero(ball.raw()) == 0) return false;
  return mag_cmp_2exp_si(arb_radref(ball.real()), -2 * digits_bits) < 0 &&
         mag_cmp_2exp_si(arb_radref(ball.imag()), -2 * digits_bits) < 0;
}

Outcome outcome_of(const Value& left, const Value& right, slong digits_bits) {
  using enum Definedness;
  if (left.definedness == Unclear || right.definedness == Unclear) return Outcome::Unclear;
  if (left.definedness == Undefined && right.definedness == Undefined) {
    return Outcome::BothUndefined;
  }
  if (left.definedness == Undefined) return Outcome::LeftUndefined;
  if (right.definedness == Undefined) return Outcome::RightUndefined;
  if (disjoint(left.ball, right.ball)) return Outcome::Different;
  const bool same = precise(left.ball, digits_bits) && precise(right.ball, digits_bits);
  return same ? Outcome::SameValue : Outcome::Unclear;
}

}  // namespace

std::string value_text(const Value& value, int digits) {
  switch (value.definedness) {
    case Definedness::Undefined:
      return "undefined";
    case Definedness::Unclear:
      return "unclear";
    default:
      return value.ball.is_finite() ? value.ball.to_string(digits) : "unclear";
  }
}

Comparison compare_at(BallEvaluator& evaluator, const Point& point, Field field, int digits,
                      Deadline deadline, slong max_bits) {
  Comparison result;
  const auto digits_bits = static_cast<slong>(std::clamp(digits, 1, 4000) * kBitsPerDigit) + 1;
  const bool hopeless = !evaluator.is_numeric(0) || !evaluator.is_numeric(1);
  slong bits = (digits_bits + kGuardBits + 63) / 64 * 64;
  while (true) {
    evaluator.evaluate(point, field, bits, deadline);
    result.bits = bits;
    result.outcome = outcome_of(evaluator.value(0), evaluator.value(1), digits_bits);
    if (result.outcome != Outcome::Unclear || hopeless || 2 * bits > max_bits) break;
    if (deadline != kNoDeadline && std::chrono::steady_clock::now() >= deadline) break;
    bits *= 2;
  }
  if (result.outcome != Outcome::SameValue) {
    result.left = value_text(evaluator.value(0));
    result.right = value_text(evaluator.value(1));
  }
  return result;
}

}  // namespace noether::algebra
