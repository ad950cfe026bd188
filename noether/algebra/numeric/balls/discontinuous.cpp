#include "noether/algebra/numeric/balls/discontinuous.h"

namespace noether::algebra {
namespace {

void copy_real(const Value& from, Value& out) {
  out.exact.set(from.exact);
  arb_set(out.ball.real(), from.ball.real());
}

void negate(const Value& from, Value& out) {
  arb_neg(out.ball.real(), from.ball.real());
  if (!from.exact.known()) return out.exact.forget();
  out.exact.set_zero();
  for (const auto& [q, unit] : from.exact.terms()) out.exact.add_term(-q, unit);
}

void integer(std::int64_t value, Value& out) {
  out.exact.set_int(value);
  arb_set_si(out.ball.real(), value);
}

void absolute(const Value& a, Value& out) {
  switch (compare(a, 0)) {
    case Order::Less:
      return negate(a, out);
    case Order::Unknown:
      out.exact.forget();
      arb_abs(out.ball.real(), a.ball.real());
      arb_nonnegative_part(out.ball.real(), out.ball.real());
      return;
    default:
      return copy_real(a, out);
  }
}

void sign(const Value& a, Value& out) {
  const Order order = compare(a, 0);
  if (order != Order::Unknown) return integer(static_cast<std::int64_t>(order), out);
  out.exact.forget();
  arb_sgn(out.ball.real(), a.ball.real());
}

void round(Op op, const Value& a, slong bits, Value& out) {
  if (a.exact.is_rational()) {
    const Rational& q = a.exact.rational();
    out.exact.set(op == Op::Floor ? q.floor() : q.ceil());
    out.exact.to_ball(out.ball.raw(), bits);
    return;
  }
  out.exact.forget();
  if (op == Op::Floor) {
    arb_floor(out.ball.real(), a.ball.real(), bits);
  } else {
    arb_ceil(out.ball.real(), a.ball.real(), bits);
  }
  if (std::int64_t value = 0; get_integer(out, value)) out.exact.set_int(value);
}

void select(Op op, const Value& a, const Value& b, slong bits, Value& out) {
  const Order order = compare(a, b);
  if (order != Order::Unknown) {
    const bool first = order == Order::Equal || (order == Order::Less) == (op == Op::Min);
    return copy_real(first ? a : b, out);
  }
  out.exact.forget();
  if (op == Op::Min) {
    arb_min(out.ball.real(), a.ball.real(), b.ball.real(), bits);
  } else {
    arb_max(out.ball.real(), a.ball.real(), b.ball.real(), bits);
  }
}

}  // namespace

bool is_discontinuous(Op op) {
  switch (op) {
    case Op::Abs:
    case Op::Sign:
    case Op::Floor:
    case Op::Ceil:
    case Op::Min:
    case Op::Max:
      return true;
    default:
      return false;
  }
}

void apply_discontinuous(Op op, const Value& a, const Value& b, slong bits, Value& out) {
  out.definedness = Definedness::Defined;
  out.exact.forget();
  arb_zero(out.ball.imag());
  switch (op) {
    case Op::Abs:
      return absolute(a, out);
    case Op::Sign:
      return sign(a, out);
    case Op::Floor:
    case Op::Ceil:
      return round(op, a, bits, out);
    default:
      return select(op, a, b, bits, out);
  }
}

}  // namespace noether::algebra
