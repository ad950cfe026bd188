#include "noether/algebra/numeric/evaluate.h"

#include <algorithm>

namespace noether::algebra {

BallEvaluator::BallEvaluator(const Expressions& pool, std::span<const ExprId> roots)
    : pool_(&pool), program_(pool, roots) {
  coordinates_.reserve(program_.variables().size());
  for (std::size_t i = 0; i < program_.variables().size(); ++i) {
    coordinates_.push_back({kNoExpr, Program(pool, {})});
  }
}

void BallEvaluator::set_variable(std::size_t index, ExprId coordinate, bool real, slong bits,
                                 Deadline deadline) {
  Value& out = program_.variable(index);
  if (coordinate == kNoExpr) {
    out.definedness = Definedness::Unclear;
    return;
  }
  if (pool_->is_number(coordinate)) {
    const Rational& number = pool_->value(coordinate);
    out.definedness = Definedness::Defined;
    out.exact.set(number);
    arb_set_fmpq(out.ball.real(), number.raw(), bits);
    arb_zero(out.ball.imag());
    return;
  }
  Coordinate& cached = coordinates_[index];
  if (cached.expression != coordinate) {
    cached.program = Program(*pool_, std::span(&coordinate, 1));
    cached.expression = coordinate;
  }
  cached.program.run(real, bits, functions_, deadline);
  const Value& value = cached.program.root(0);
  out.definedness = value.definedness;
  out.ball = value.ball;
  out.exact.set(value.exact);
}

void BallEvaluator::evaluate(const Point& point, Field field, slong bits, Deadline deadline) {
  bits = std::clamp<slong>(bits, 32, kMaxBits);
  const bool real = field == Field::Real || (field == Field::Automatic && !program_.mentions_i());
  const auto variables = program_.variables();
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto found =
        std::ranges::find(point.coordinates, variables[i], &std::pair<Head, ExprId>::first);
    set_variable(i, found == point.coordinates.end() ? kNoExpr : found->second, real, bits,
                 deadline);
  }
  program_.run(real, bits, functions_, deadline);
}

}  // namespace noether::algebra
