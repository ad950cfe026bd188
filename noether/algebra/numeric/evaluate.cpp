#include "noether/algebra/numeric/evaluate.h"

#include <algorithm>

namespace noether::algebra {
namespace {

constexpr std::uint64_t kShortBits = 16;

}  // namespace

BallEvaluator::BallEvaluator(const Expressions& pool, std::span<const ExprId> roots)
    : pool_(&pool), program_(pool, roots) {
  coordinates_.reserve(program_.variables().size());
  for (std::size_t i = 0; i < program_.variables().size(); ++i) {
    coordinates_.push_back({kNoExpr, Program(pool, {})});
  }
}

void BallEvaluator::set_variable(std::size_t index, ExprId coordinate, Exactness exactness,
                                 bool real, slong bits, Deadline deadline) {
  Value& out = program_.variable(index);
  if (coordinate == kNoExpr) {
    out.definedness = Definedness::Unclear;
    return;
  }
  if (pool_->is_number(coordinate)) {
    const Rational& number = pool_->value(coordinate);
    out.definedness = Definedness::Defined;
    arb_set_fmpq(out.ball.real(), number.raw(), bits);
    arb_zero(out.ball.imag());
    out.exact.set(number);
  } else {
    Coordinate& cached = coordinates_[index];
    if (cached.expression != coordinate) {
      cached.program = Program(*pool_, std::span(&coordinate, 1));
      cached.expression = coordinate;
    }
    cached.program.run(real ? Arithmetic::Real : Arithmetic::Complex, bits, functions_, deadline);
    const Value& value = cached.program.root(0);
    out.definedness = value.definedness;
    out.ball = value.ball;
    out.exact.set(value.exact);
  }
  if (exactness == Exactness::All || !out.exact.known()) return;
  const bool is_long = std::ranges::any_of(out.exact.terms(), [](const Exact::Term& term) {
    return term.coefficient.bits() > kShortBits;
  });
  if (!is_long) return;
  out.exact.forget();
  dropped_exactness_ = true;
}

void BallEvaluator::run(const Point& point, Exactness exactness, bool real, slong bits,
                        Deadline deadline) {
  dropped_exactness_ = false;
  const auto variables = program_.variables();
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto found =
        std::ranges::find(point.coordinates, variables[i], &std::pair<Head, ExprId>::first);
    set_variable(i, found == point.coordinates.end() ? kNoExpr : found->second, exactness, real,
                 bits, deadline);
  }
  program_.run(real ? Arithmetic::Real : Arithmetic::Complex, bits, functions_, deadline);
}

bool BallEvaluator::all_clear(slong bits) const {
  for (std::size_t root = 0; root < root_count(); ++root) {
    const Value& result = value(root);
    if (result.definedness == Definedness::Undefined || !is_numeric(root)) continue;
    const bool clear = result.defined() && (result.exact.known() ||
                                            acb_rel_accuracy_bits(result.ball.raw()) >= bits / 2);
    if (!clear) return false;
  }
  return true;
}

void BallEvaluator::evaluate(const Point& point, Field field, slong bits, Deadline deadline) {
  bits = std::clamp<slong>(bits, 32, kMaxBits);
  const bool real = field == Field::Real || (field == Field::Automatic && !program_.mentions_i());
  run(point, Exactness::Short, real, bits, deadline);
  if (dropped_exactness_ && !all_clear(bits)) run(point, Exactness::All, real, bits, deadline);
}

}  // namespace noether::algebra
