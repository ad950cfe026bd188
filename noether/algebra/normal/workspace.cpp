#include "noether/algebra/normal/workspace.h"

#include "noether/algebra/normal/generators.h"

namespace noether::algebra::normal {
namespace {

// Returns whether it is undefined only at poles, where the complex function has no value either.
bool fails_only_at_poles(Op op) {
  switch (op) {
    case Op::Divide:
    case Op::Tan:
    case Op::Csc:
    case Op::Sec:
    case Op::Cot:
    case Op::Csch:
    case Op::Coth:
    case Op::Acsch:
    case Op::Gamma:
    case Op::Factorial:
      return true;
    default:
      return false;
  }
}

// The range of a constant bound; everything if it is not a plain constant.
Range constant_range(const Expressions& pool, ExprId id) {
  if (id == kNoExpr) return everything();
  if (pool.is_number(id)) return range_of(pool.value(id));
  std::vector<Range> operands;
  if (pool.operands(id).size() > 2) return everything();
  for (const ExprId operand : pool.operands(id)) operands.push_back(constant_range(pool, operand));
  return range_of(pool.op(id), operands);
}

}  // namespace

Signs::Signs(const Expressions& pool, Field field, const Assumptions& assumptions)
    : pool_(&pool), field_(field) {
  for (const VariableAssumption& a : assumptions.variables) {
    if (a.kind == VariableAssumption::Kind::Complex) {
      variables_[a.variable.code] = std::nullopt;
      continue;
    }
    const double lo = a.lower == kNoExpr ? everything().lo : constant_range(pool, a.lower).lo;
    const double hi = a.upper == kNoExpr ? everything().hi : constant_range(pool, a.upper).hi;
    const bool nonzero = (lo == 0 && a.lower_open) || (hi == 0 && a.upper_open);
    variables_[a.variable.code] =
        make_range(lo, hi, Defined::Always, nonzero, a.kind == VariableAssumption::Kind::Integer);
  }
}

std::optional<Range> Signs::compute(ExprId id) const {
  const Head head = pool_->head(id);
  if (head.op() == Op::Number) return range_of(pool_->value(id));
  if (head.op() == Op::Variable) {
    if (const auto at = variables_.find(head.code); at != variables_.end() && at->second) {
      return at->second;
    }
    return field_ == Field::Real ? std::optional(everything()) : std::nullopt;
  }
  if (head.op() == Op::I) return std::nullopt;
  std::vector<Range> operands;
  for (const ExprId operand : pool_->operands(id)) {
    const auto at = ranges_.find(operand);
    if (at == ranges_.end() || !at->second) {
      return head.op() == Op::Abs
                 ? std::optional(make_range(0, everything().hi, Defined::Sometimes))
                 : std::nullopt;
    }
    operands.push_back(*at->second);
  }
  const Range range = range_of(head.op(), operands);
  if (field_ == Field::Real || range.defined == Defined::Always) return range;
  if (head.op() == Op::Call || head.op() == Op::Derivative || head.op() == Op::Integral) {
    return std::nullopt;
  }
  // It is nowhere defined as a real function: the complex value is not real.
  if (range.defined == Defined::Never) return std::nullopt;
  const bool rational = head.op() == Op::Add || head.op() == Op::Subtract ||
                        head.op() == Op::Multiply || fails_only_at_poles(head.op()) ||
                        (head.op() == Op::Power && operands[1].integer);
  if (rational) return range;
  // Other operators are real on real operands of this range if the operator itself is total there.
  for (Range& operand : operands) operand.defined = Defined::Always;
  if (range_of(head.op(), operands).defined == Defined::Always) return range;
  return std::nullopt;
}

std::optional<Range> Signs::range(ExprId root) {
  if (const auto at = ranges_.find(root); at != ranges_.end()) return at->second;
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    bool ready = true;
    for (const ExprId operand : pool_->operands(id)) {
      if (ranges_.contains(operand)) continue;
      stack.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack.pop_back();
    if (!ranges_.contains(id)) ranges_[id] = compute(id);
  }
  return ranges_[root];
}

// Every statement about a nonexistent value is true; none is made here, because both signs at once
// would make rewriting loop.
bool Signs::positive(ExprId id) {
  const auto r = range(id);
  return r && r->defined != Defined::Never && r->positive();
}

bool Signs::negative(ExprId id) {
  const auto r = range(id);
  return r && r->defined != Defined::Never && r->negative();
}

bool Signs::nonnegative(ExprId id) {
  const auto r = range(id);
  return r && r->defined != Defined::Never && r->nonnegative();
}

bool Signs::nonzero(ExprId id) {
  const auto r = range(id);
  return r && r->defined != Defined::Never && r->nonzero;
}

namespace {

constexpr std::size_t kMaxMet = 40;

}  // namespace

ExprId Workspace::add(ExprId a, ExprId b) {
  if (pool_->head(a) == Vocabulary::kZero) return b;
  if (pool_->head(b) == Vocabulary::kZero) return a;
  return pool_->make(Op::Add, {a, b});
}

ExprId Workspace::multiply(ExprId a, ExprId b) {
  if (pool_->head(a) == Vocabulary::kZero || pool_->head(b) == Vocabulary::kOne) return a;
  if (pool_->head(b) == Vocabulary::kZero || pool_->head(a) == Vocabulary::kOne) return b;
  return pool_->make(Op::Multiply, {a, b});
}

ExprId Workspace::divide(ExprId a, ExprId b) {
  return pool_->head(b) == Vocabulary::kOne ? a : pool_->make(Op::Divide, {a, b});
}

ExprId Workspace::whole_power(ExprId a, std::int64_t exponent) {
  return exponent == 1 ? a : pool_->make(Op::Power, {a, number_expr(exponent)});
}

ExprId Workspace::sum_of(const Combination& combination) {
  ExprId sum = number_expr(0);
  for (const auto& [direction, amount] : combination) sum = add(sum, scale(amount, direction));
  return sum;
}

ExprId Workspace::sum_of(const std::vector<Term>& terms) {
  ExprId sum = number_expr(0);
  for (const Term& term : terms) {
    const ExprId value =
        term.imaginary ? multiply(pool_->leaf(Op::I), term.monomial) : term.monomial;
    sum = add(sum, pool_->is_number(value) ? number_expr(term.coefficient)
                                           : scale(term.coefficient, value));
  }
  return sum;
}

Combination Workspace::combination_of(ExprId id) {
  Combination combination;
  for (const Term& term : canonical(id).terms) {
    const ExprId direction =
        term.imaginary ? multiply(pool_->leaf(Op::I), term.monomial) : term.monomial;
    combination[direction] = term.coefficient;
  }
  return combination;
}

std::optional<Rational> Workspace::number(ExprId id) {
  if (pool_->is_number(id)) return pool_->value(id);
  const Canonical& c = canonical(id);
  if (meter_->exceeded()) return std::nullopt;
  if (c.is_zero()) return Rational(0);
  if (!pool_->is_number(c.expression)) return std::nullopt;
  return pool_->value(c.expression);
}

void Workspace::refine(Refinement refinement) {
  refinement_ = std::move(refinement);
  met_ = {};
  lowered_.clear();
  canonical_.clear();
  factored_.clear();
}

void Workspace::meet(const std::vector<Combination>& exponents,
                     const std::vector<Combination>& angles) {
  if (met_.exponents.size() < kMaxMet) met_.exponents.insert(exponents.begin(), exponents.end());
  if (met_.angles.size() < kMaxMet) met_.angles.insert(angles.begin(), angles.end());
}

const Canonical& Workspace::canonical(ExprId id) {
  if (const auto at = canonical_.find(id); at != canonical_.end()) return at->second;
  const Level level(*this);
  if (meter_->exceeded()) return no_canonical_;
  const ExprId lowered = lower(id);
  Canonical result;
  if (!meter_->exceeded()) {
    Generators generators(*this, std::span(&lowered, 1));
    result.terms = generators.terms_of(generators.evaluate(lowered));
    result.expression = sum_of(result.terms);
  }
  if (meter_->exceeded()) return no_canonical_;
  canonical_.try_emplace(result.expression, result);
  return canonical_.insert_or_assign(id, std::move(result)).first->second;
}

const Factored& Workspace::factored(ExprId id) {
  if (const auto at = factored_.find(id); at != factored_.end()) return at->second;
  const Level level(*this);
  if (meter_->exceeded()) return no_factored_;
  // Computed from the canonical form, so that equal expressions have equal factors.
  const ExprId lowered = lower(canonical(id).expression);
  Factored result;
  if (!meter_->exceeded()) {
    Generators generators(*this, std::span(&lowered, 1));
    const Fraction value = generators.evaluate(lowered);
    const Factorization above = factor(value.numerator, *meter_);
    result.content = above.content;
    const auto put = [&](const Polynomial& p, std::int64_t exponent) {
      ExprId expression = generators.write(p);
      if (signs_.negative(expression)) {
        expression = generators.write(normal::scale(p, Rational(-1)));
        if (exponent % 2 != 0) result.content = -result.content;
      }
      const bool definite = generators.definite_sign(p) > 0;
      const bool positive = definite || signs_.positive(expression);
      result.factors.push_back(
          {expression, exponent, positive || signs_.nonnegative(expression), positive});
    };
    for (const auto& [p, exponent] : above.factors) put(p, static_cast<std::int64_t>(exponent));
    for (const auto& [f, exponent] : value.denominator) {
      put(generators.field().factor(f), -static_cast<std::int64_t>(exponent));
    }
  }
  if (meter_->exceeded()) return no_factored_;
  return factored_.insert_or_assign(id, std::move(result)).first->second;
}

ExprId Workspace::lower(ExprId root) {
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    if (lowered_.contains(id)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const ExprId operand : pool_->operands(id)) {
      if (!lowered_.contains(operand)) stack.push_back(operand);
    }
    if (stack.size() > before) continue;
    if (!meter_->check()) return root;
    const ExprId lowered = lower_node(id);
    if (meter_->exceeded()) return root;
    lowered_[id] = lowered;
    stack.pop_back();
  }
  return lowered_.at(root);
}

ExprId Workspace::lower_opaque(ExprId id) {
  std::vector<ExprId> operands;
  for (const ExprId operand : std::vector(pool_->operands(id).begin(), pool_->operands(id).end())) {
    operands.push_back(pool_->op(operand) == Op::Variable ? operand
                                                          : canonical(operand).expression);
    if (meter_->exceeded()) return id;
  }
  return pool_->make(pool_->head(id), operands);
}

ExprId Workspace::lower_node(ExprId id) {
  const Op op = pool_->op(id);
  const auto operand = [&](std::size_t i) { return pool_->operand(id, i); };
  switch (op) {
    case Op::Number:
    case Op::Variable:
    case Op::Pi:
    case Op::I:
      return id;
    case Op::E:
      return pool_->make(Op::Exp, {number_expr(1)});
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
      return pool_->make(op, {lowered_.at(operand(0)), lowered_.at(operand(1))});
    case Op::Power:
      if (pool_->op(operand(0)) == Op::E) return lower_exp(operand(1));
      return lower_power(operand(0), operand(1));
    case Op::Sqrt:
      return lower_power(operand(0), number_expr(Rational(1, 2)));
    case Op::Exp:
      return lower_exp(operand(0));
    case Op::Ln:
      return lower_ln(operand(0));
    case Op::Log:
      return divide({lower_ln(operand(1)), lower_ln(operand(0))});
    case Op::Abs:
      return lower_abs(operand(0));
    case Op::Sin:
    case Op::Cos:
    case Op::Tan:
    case Op::Csc:
    case Op::Sec:
    case Op::Cot:
      return lower_trigonometric(op, operand(0));
    case Op::Sinh:
    case Op::Cosh:
    case Op::Tanh:
    case Op::Csch:
    case Op::Sech:
    case Op::Coth:
      return lower_hyperbolic(op, operand(0));
    case Op::Asin:
    case Op::Acos:
    case Op::Atan:
    case Op::Acsc:
    case Op::Asec:
    case Op::Acot:
    case Op::Asinh:
    case Op::Acosh:
    case Op::Atanh:
    case Op::Acsch:
    case Op::Asech:
    case Op::Acoth:
      return lower_inverse(op, operand(0));
    case Op::Factorial:
    case Op::Binomial:
    case Op::Gamma:
    case Op::Floor:
    case Op::Ceil:
    case Op::Sign:
    case Op::Min:
    case Op::Max:
      return lower_discrete(id);
    case Op::Derivative:
    case Op::Integral:
    case Op::DefiniteIntegral:
    case Op::Call:
      return lower_opaque(id);
  }
  return id;
}

}  // namespace noether::algebra::normal
