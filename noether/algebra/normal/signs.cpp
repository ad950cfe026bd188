#include "noether/algebra/normal/signs.h"

#include <vector>

namespace noether::algebra::normal {
namespace {

// Not defined only at poles, where the complex function has no value either.
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

// The range of a constant bound; of what is not a plain constant, everything.
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
  // Nowhere defined as a real function: the complex value is something else.
  if (range.defined == Defined::Never) return std::nullopt;
  const bool rational = head.op() == Op::Add || head.op() == Op::Subtract ||
                        head.op() == Op::Multiply || fails_only_at_poles(head.op()) ||
                        (head.op() == Op::Power && operands[1].integer);
  if (rational) return range;
  // Other operators are real on real operands of this range when the operator itself is total
  // there.
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

// Of a value that exists nowhere everything is true; it is called nothing instead, because both
// signs at once would send rewriting in circles.
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

}  // namespace noether::algebra::normal
