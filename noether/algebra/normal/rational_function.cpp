#include "noether/algebra/normal/rational_function.h"

#include "noether/algebra/normal/generators.h"
#include "noether/algebra/normal/workspace.h"

namespace noether::algebra::normal {

Normalizer::Normalizer(Expressions& pool, Field field, const Assumptions& assumptions)
    : workspace_(std::make_unique<Workspace>(
          pool, field == Field::Complex ? Field::Complex : Field::Real, assumptions)) {}

Normalizer::~Normalizer() = default;

std::optional<NormalForm> Normalizer::normalize(ExprId id, const Budget& budget) {
  Meter meter(budget);
  workspace_->use(meter);
  const ExprId expression = workspace_->canonical(id).expression;
  if (meter.exceeded()) return std::nullopt;
  return NormalForm{expression};
}

std::optional<bool> Normalizer::is_zero(ExprId id, const Budget& budget) {
  Meter meter(budget);
  workspace_->use(meter);
  const auto zero = [&]() -> std::optional<bool> {
    const ExprId lowered = workspace_->lower(id);
    if (meter.exceeded()) return std::nullopt;
    Generators generators(*workspace_, std::span(&lowered, 1));
    if (meter.exceeded()) return std::nullopt;
    const Fraction value = generators.evaluate(lowered);
    if (meter.exceeded()) return std::nullopt;
    return value.is_zero();
  };
  const auto first = zero();
  if (!first || *first) return first;
  // Radicands and operands of functions were written with their own angles and exponents; they are
  // written once more with the angles and exponents of all of them together.
  const Workspace::Refinement met = workspace_->met();
  if (met.exponents.size() < 2 && met.angles.size() < 2) return first;
  workspace_->refine(met);
  const auto second = zero();
  workspace_->refine({});
  return second;
}

std::optional<bool> Normalizer::equal(ExprId a, ExprId b, const Budget& budget) {
  if (a == b) return true;
  return is_zero(workspace_->pool().make(Op::Subtract, {a, b}), budget);
}

std::optional<ExprId> Normalizer::to_expression(ExprId id, const Budget& budget) {
  Meter meter(budget);
  workspace_->use(meter);
  const ExprId lowered = workspace_->lower(id);
  if (meter.exceeded()) return std::nullopt;
  Generators generators(*workspace_, std::span(&lowered, 1));
  if (meter.exceeded()) return std::nullopt;
  const Fraction value = generators.evaluate(lowered);
  if (meter.exceeded()) return std::nullopt;
  const ExprId result = generators.write(value.numerator);
  ExprId below = workspace_->number_expr(1);
  for (const auto& [factor, exponent] : value.denominator) {
    const ExprId base = generators.write(generators.field().factor(factor));
    below = workspace_->multiply(below, workspace_->whole_power(base, exponent));
  }
  if (meter.exceeded()) return std::nullopt;
  return workspace_->divide(result, below);
}

}  // namespace noether::algebra::normal
