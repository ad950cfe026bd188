// The domains of the operators, as named in operators.def. The result is Inside or Outside only if
// it is certain.
#include "noether/algebra/numeric/balls/exact.h"
#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {
namespace {

constexpr Domain everywhere = Domain::Inside;

Domain inside_if(Truth truth) {
  return truth == Truth::Yes  ? Domain::Inside
         : truth == Truth::No ? Domain::Outside
                              : Domain::Unclear;
}

Domain outside_if(Truth truth) {
  return truth == Truth::Yes  ? Domain::Outside
         : truth == Truth::No ? Domain::Inside
                              : Domain::Unclear;
}

// Combines two conditions that must both hold.
Domain both(Domain a, Domain b) {
  if (a == Domain::Outside || b == Domain::Outside) return Domain::Outside;
  if (a == Domain::Unclear || b == Domain::Unclear) return Domain::Unclear;
  if (a == Domain::IfFinite || b == Domain::IfFinite) return Domain::IfFinite;
  return Domain::Inside;
}

Truth greater(const Value& a, std::int64_t bound) {
  const Order order = compare(a, bound);
  return order == Order::Unknown ? Truth::Unknown
                                 : (order == Order::Greater ? Truth::Yes : Truth::No);
}

Truth less(const Value& a, std::int64_t bound) {
  const Order order = compare(a, bound);
  return order == Order::Unknown ? Truth::Unknown : (order == Order::Less ? Truth::Yes : Truth::No);
}

Domain at_least(const Value& a, std::int64_t bound) {
  const Truth below = less(a, bound);
  if (below != Truth::Unknown || bound != 0) return outside_if(below);
  return arb_is_nonnegative(a.ball.real()) != 0 ? Domain::Inside : Domain::Unclear;
}

Domain at_most(const Value& a, std::int64_t bound) { return outside_if(greater(a, bound)); }

// Poles at (n + offset) * pi, or at i times that.
Domain no_pole(const Value& a, const Rational& offset, bool imaginary) {
  if (!a.exact.known()) return Domain::IfFinite;
  if (const auto q = multiple_of_pi(a.exact, imaginary)) {
    return (*q - offset).is_integer() ? Domain::Outside : Domain::Inside;
  }
  // A rational other than zero is not a multiple of pi.
  return a.exact.is_rational() ? Domain::Inside : Domain::IfFinite;
}

// The gamma function has poles at `last`, `last` - 1, ...
Domain gamma_domain(const Value& a, std::int64_t last) {
  if (greater(a, last) == Truth::Yes) return Domain::Inside;
  const Truth integer = is_integer(a);
  if (integer == Truth::No) return Domain::Inside;
  if (integer == Truth::Yes && greater(a, last) == Truth::No) return Domain::Outside;
  return Domain::IfFinite;
}

Domain binomial_domain(const Value& n, const Value& k) {
  const Truth integer = is_integer(k);
  if (integer == Truth::Yes) return Domain::Inside;
  const Domain not_negative_integer = gamma_domain(n, -1);
  if (not_negative_integer == Domain::Inside) return Domain::Inside;
  if (not_negative_integer == Domain::Outside && integer == Truth::No) return Domain::Outside;
  return Domain::Unclear;
}

Domain real_power_domain(const Value& base, const Value& exponent) {
  const Order sign = compare(base, 0);
  if (sign == Order::Greater) return Domain::Inside;
  const Truth positive = greater(exponent, 0);
  if (sign == Order::Equal) return inside_if(positive);
  const Truth integer = is_integer(exponent);
  if (sign == Order::Less) return inside_if(integer);
  // The base may be zero or have any sign.
  return integer == Truth::Yes && positive == Truth::Yes ? Domain::Inside : Domain::Unclear;
}

Domain complex_power_domain(const Value& base, const Value& exponent) {
  const Truth zero = is_zero(base);
  if (zero == Truth::No) return Domain::Inside;
  const Domain at_zero = inside_if(greater(exponent, 0));
  return zero == Truth::Yes || at_zero == Domain::Inside ? at_zero : Domain::Unclear;
}

// Returns whether the value is q * i, for the singular points of atan.
bool is_imaginary_unit(const Value& a) {
  if (!a.exact.known() || a.exact.terms().size() != 1) return false;
  const auto& [q, unit] = a.exact.terms()[0];
  return unit == Exact::Unit{.imaginary = true} && q * q == Rational(1);
}

Truth is_one(const Value& a) {
  if (a.exact.is_rational()) return a.exact.rational().is_one() ? Truth::Yes : Truth::No;
  if (is_real(a) == Truth::No) return Truth::No;
  const Order order = compare(a, 1);
  if (order == Order::Less || order == Order::Greater) return Truth::No;
  return order == Order::Equal && is_real(a) == Truth::Yes ? Truth::Yes : Truth::Unknown;
}

// Everywhere except at 1 and -1.
Domain complex_atanh_domain(const Value& a) {
  if (!a.exact.is_rational()) return Domain::IfFinite;
  const Rational& q = a.exact.rational();
  return q * q == Rational(1) ? Domain::Outside : Domain::Inside;
}

}  // namespace

Domain real_domain(Op op, const Value& a, const Value& b) {
  switch (op) {
#define NOETHER_ALGEBRA_FUNCTION(id, name, arity, real_domain, ...) \
  case Op::id:                                                      \
    return real_domain;
#include "noether/algebra/expression/operators.def"
    default:
      return everywhere;
  }
}

Domain complex_domain(Op op, const Value& a, const Value& b) {
  switch (op) {
#define NOETHER_ALGEBRA_FUNCTION(id, name, arity, real_domain, real_ball, complex_domain, ...) \
  case Op::id:                                                                                 \
    return complex_domain;
#define NOETHER_ALGEBRA_STEP(id, name, arity, real_value, complex_domain, ...) \
  case Op::id:                                                                 \
    return complex_domain;
#include "noether/algebra/expression/operators.def"
    default:
      return everywhere;
  }
}

}  // namespace noether::algebra
