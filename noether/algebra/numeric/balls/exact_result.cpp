// The exact results of operators, where they exist.
#include "noether/algebra/numeric/balls/exact.h"
#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {
namespace {

constexpr std::int64_t kMaxExactFactorial = 100;

// out = a * i^quarters.
bool turn(const Exact& a, int quarters, Exact& out) {
  Exact unit;
  unit.set_int(quarters == 2 || quarters == 3 ? -1 : 1, {.imaginary = (quarters & 1) != 0});
  return exact_multiply(a, unit, out);
}

bool circular(Op op, const Rational& q, Exact& out) {
  Exact sine;
  Exact cosine;
  Exact one;
  one.set_int(1);
  if (op == Op::Sin) return exact_sine_of_pi(q, out);
  if (op == Op::Cos) return exact_cosine_of_pi(q, out);
  if (!exact_sine_of_pi(q, sine) || !exact_cosine_of_pi(q, cosine)) return false;
  switch (op) {
    case Op::Tan:
      return exact_divide(sine, cosine, out);
    case Op::Cot:
      return exact_divide(cosine, sine, out);
    case Op::Sec:
      return exact_divide(one, cosine, out);
    default:
      return exact_divide(one, sine, out);
  }
}

// sinh(i x) = i sin x and so on, with the quarter turns of the result.
struct Twin {
  Op op;
  int quarters;
};
Twin circular_twin(Op op) {
  switch (op) {
    case Op::Sinh:
      return {Op::Sin, 1};
    case Op::Cosh:
      return {Op::Cos, 0};
    case Op::Tanh:
      return {Op::Tan, 1};
    case Op::Csch:
      return {Op::Csc, 3};
    case Op::Sech:
      return {Op::Sec, 0};
    default:
      return {Op::Cot, 3};
  }
}

bool hyperbolic(Op op, const Exact& a, Exact& out) {
  const auto q = multiple_of_pi(a, true);
  if (!q) return false;
  const Twin twin = circular_twin(op);
  Exact value;
  return circular(twin.op, *q, value) && turn(value, twin.quarters, out);
}

bool unit_interval(const Exact& a) {
  return a.is_real() &&
         (!a.is_rational() || (a.rational() <= Rational(1) && a.rational() >= Rational(-1)));
}

bool inverse_hyperbolic(Op op, const Exact& a, Exact& out) {
  Exact turned;
  Exact value;
  if (op == Op::Acosh) {
    // acosh x = i acos x on [-1, 1].
    return unit_interval(a) && exact_acos(a, value) && turn(value, 1, out);
  }
  // asinh(i y) = i asin y on [-1, 1] and atanh(i y) = i atan y.
  if (!turn(a, 3, turned) || !turned.is_real()) return false;
  if (op == Op::Asinh && !unit_interval(turned)) return false;
  return (op == Op::Asinh ? exact_asin(turned, value) : exact_atan(turned, value)) &&
         turn(value, 1, out);
}

bool factorial(const Exact& a, std::int64_t shift, Exact& out) {
  if (!a.is_integer()) return false;
  const auto n = a.rational().to_int();
  if (!n || *n + shift > kMaxExactFactorial || *n + shift < 0) return false;
  Rational value;
  fmpz_fac_ui(fmpq_numref(value.raw()), static_cast<ulong>(*n + shift));
  out.set(value);
  return out.known();
}

bool binomial(const Exact& n, const Exact& k, Exact& out) {
  if (!k.is_integer()) return false;
  const auto count = k.rational().to_int();
  if (!count || *count > kMaxExactFactorial) return false;
  if (*count < 0) {
    out.set_zero();
    return true;
  }
  if (!n.is_rational()) return false;
  Rational value(1);
  for (std::int64_t j = 0; j < *count; ++j) {
    value = value * (n.rational() - Rational(j)) / Rational(j + 1);
    if (value.bits() > 2 * kMaxExactBits) return false;
  }
  out.set(value);
  return out.known();
}

bool result(Op op, const Exact& a, const Exact& b, Exact& out) {
  switch (op) {
    case Op::Add:
      return exact_add(a, b, out);
    case Op::Subtract:
      return exact_subtract(a, b, out);
    case Op::Multiply:
      return exact_multiply(a, b, out);
    case Op::Divide:
      return exact_divide(a, b, out);
    case Op::Power:
      return exact_general_power(a, b, out);
    case Op::Sqrt:
      return exact_sqrt(a, out);
    case Op::Abs:
      return exact_modulus(a, out);
    case Op::Sign: {
      Exact modulus;
      return exact_modulus(a, modulus) && exact_divide(a, modulus, out);
    }
    case Op::Exp:
      return exact_exp(a, out);
    case Op::Ln:
      return exact_ln(a, out);
    case Op::Log:
      return exact_log(a, b, out);
    case Op::Sin:
    case Op::Cos:
    case Op::Tan:
    case Op::Csc:
    case Op::Sec:
    case Op::Cot: {
      const auto q = multiple_of_pi(a);
      return q && circular(op, *q, out);
    }
    case Op::Asin:
      return unit_interval(a) && exact_asin(a, out);
    case Op::Acos:
      return unit_interval(a) && exact_acos(a, out);
    case Op::Atan:
      return exact_atan(a, out);
    case Op::Sinh:
    case Op::Cosh:
    case Op::Tanh:
    case Op::Csch:
    case Op::Sech:
    case Op::Coth:
      return hyperbolic(op, a, out);
    case Op::Asinh:
    case Op::Acosh:
    case Op::Atanh:
      return inverse_hyperbolic(op, a, out);
    case Op::Factorial:
      return factorial(a, 0, out);
    case Op::Gamma:
      return factorial(a, -1, out);
    case Op::Binomial:
      return binomial(a, b, out);
    default:
      return false;
  }
}

}  // namespace

bool exact_result(Op op, const Exact& a, const Exact& b, Exact& out) {
  if (result(op, a, b, out)) return true;
  out.forget();
  return false;
}

}  // namespace noether::algebra
