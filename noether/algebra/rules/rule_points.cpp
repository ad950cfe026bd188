#include "noether/algebra/rules/rule_points.h"

#include <algorithm>

namespace noether::algebra {
namespace {

constexpr std::int64_t kDenominators[] = {1, 1, 2, 2, 2, 3, 4, 6, 12};
constexpr int kMaxTries = 64;
constexpr std::size_t kSameValues = 24;
constexpr std::size_t kMaxCombinations = 216;

// Keeps the tighter of two bounds if both are numbers, else the newer one: the caller checks
// anyway.
void raise_lower(const Expressions& pool, VariableAssumption& a, ExprId bound, bool open) {
  if (a.lower != kNoExpr && pool.is_number(a.lower) && pool.is_number(bound)) {
    if (pool.value(a.lower) > pool.value(bound)) return;
    if (pool.value(a.lower) == pool.value(bound)) open |= a.lower_open;
  }
  a.lower = bound;
  a.lower_open = open;
}

void reduce_upper(const Expressions& pool, VariableAssumption& a, ExprId bound, bool open) {
  if (a.upper != kNoExpr && pool.is_number(a.upper) && pool.is_number(bound)) {
    if (pool.value(a.upper) < pool.value(bound)) return;
    if (pool.value(a.upper) == pool.value(bound)) open |= a.upper_open;
  }
  a.upper = bound;
  a.upper_open = open;
}

// Returns whether a condition requires an integer that is computed from the variable: only values
// on a grid can satisfy it.
bool is_wanted_on_grid(const Expressions& pool, Head variable,
                       std::span<const Condition> conditions) {
  return std::ranges::any_of(conditions, [&](const Condition& condition) {
    using enum Predicate;
    const Predicate p = condition.predicate;
    if (p != Integer && p != Even && p != Odd) return false;
    if (pool.op(condition.terms[0]) == Op::Variable) return false;
    const std::vector<Head> used = variables_of(pool, condition.terms[0]);
    return std::ranges::find(used, variable) != used.end();
  });
}

}  // namespace

VariableAssumption assumption_about(Expressions& pool, Head variable,
                                    std::span<const Condition> conditions, Field field) {
  using enum Predicate;
  using Kind = VariableAssumption::Kind;
  VariableAssumption a;
  a.variable = variable;
  a.kind = field == Field::Complex ? Kind::Complex : Kind::Real;
  const auto is_variable = [&](ExprId id) { return pool.head(id) == variable; };
  const auto is_constant = [&](ExprId id) { return variables_of(pool, id).empty(); };
  const auto make_real = [&] {
    if (a.kind == Kind::Complex) a.kind = Kind::Real;
  };
  const ExprId zero = pool.leaf(Vocabulary::kZero);
  for (const Condition& condition : conditions) {
    const Predicate predicate = condition.predicate;
    const ExprId t = condition.terms[0];
    const ExprId u = condition.terms.size() > 1 ? condition.terms[1] : kNoExpr;
    if (predicate == Less || predicate == LessEqual) {
      const bool open = predicate == Less;
      if (is_variable(t) || is_variable(u)) make_real();
      if (is_variable(t) && is_constant(u)) reduce_upper(pool, a, u, open);
      if (is_variable(u) && is_constant(t)) raise_lower(pool, a, t, open);
      continue;
    }
    if (!is_variable(t)) continue;
    switch (predicate) {
      case Positive:
      case Nonnegative:
        make_real();
        raise_lower(pool, a, zero, predicate == Positive);
        break;
      case Negative:
      case Nonpositive:
        make_real();
        reduce_upper(pool, a, zero, predicate == Negative);
        break;
      case In:
      case Inside:
        make_real();
        raise_lower(pool, a, u, predicate == Inside);
        reduce_upper(pool, a, condition.terms[2], predicate == Inside);
        break;
      case Integer:
      case Even:
      case Odd:
        a.kind = Kind::Integer;
        break;
      case Real:
      case Constant:
        make_real();
        break;
      default:
        break;
    }
  }
  return a;
}

RulePoints::RulePoints(Expressions& pool, std::vector<Head> variables,
                       std::span<const Condition> conditions, Field field, std::uint64_t seed,
                       Sequence sequence)
    : pool_(&pool), variables_(std::move(variables)), random_(seed), sequence_(sequence) {
  for (const Head variable : variables_) {
    assumptions_.push_back(assumption_about(pool, variable, conditions, field));
    sources_.emplace_back(pool, assumptions_.back());
    on_grid_.push_back(is_wanted_on_grid(pool, variable, conditions));
  }
  make_special();
}

void RulePoints::make_special() {
  const std::size_t count = variables_.size();
  if (count == 0) {
    special_.emplace_back();
    return;
  }
  for (const ExprId value : sources_[0].special()) special_.emplace_back(count, value);
  if (count == 1) return;
  if (special_.size() > kSameValues) special_.resize(kSameValues);

  std::size_t side = 2;
  const auto power = [&](std::size_t base) {
    std::size_t product = 1;
    for (std::size_t k = 0; k < count && product <= kMaxCombinations; ++k) product *= base;
    return product;
  };
  while (power(side + 1) <= kMaxCombinations) ++side;
  for (std::size_t index = 0; index < std::min(power(side), kMaxCombinations); ++index) {
    Values values;
    std::size_t rest = index;
    for (std::size_t k = 0; k < count; ++k, rest /= side) {
      const std::vector<ExprId>& choices = sources_[k].special();
      if (rest % side < choices.size()) values.push_back(choices[rest % side]);
    }
    if (values.size() == count) special_.push_back(std::move(values));
  }
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<ExprId>& choices = sources_[k].special();
    for (std::size_t index = 0; index < choices.size(); ++index) {
      Values values;
      for (std::size_t other = 0; other < count; ++other) {
        values.push_back(index % 2 == 0 ? special_value(other) : sources_[other].random(random_));
      }
      values[k] = choices[index];
      special_.push_back(std::move(values));
    }
  }
  if (special_.size() > kMaxSpecialPoints) special_.resize(kMaxSpecialPoints);
}

std::optional<Point> RulePoints::next() {
  for (int i = 0; i < kMaxTries; ++i) {
    Values values = draw();
    ++tried_;
    if (std::ranges::find(values, kNoExpr) != values.end()) continue;
    const auto [it, is_new] = given_.insert(std::move(values));
    if (!is_new) continue;
    Point point;
    for (std::size_t k = 0; k < variables_.size(); ++k) {
      point.coordinates.emplace_back(variables_[k], (*it)[k]);
    }
    return point;
  }
  return std::nullopt;
}

RulePoints::Values RulePoints::draw() {
  if (variables_.empty()) return {};
  if (sequence_ == Sequence::SpecialFirst && tried_ < special_.size()) return special_[tried_];
  if (sequence_ == Sequence::Mixed && !special_.empty() && below(3) == 0) {
    return special_[below(special_.size())];
  }
  return random();
}

RulePoints::Values RulePoints::random() {
  Values values;
  for (std::size_t k = 0; k < variables_.size(); ++k) {
    values.push_back(on_grid_[k] ? grid_value(k) : sources_[k].random(random_));
  }
  const std::size_t chosen = below(variables_.size());
  switch (tried_ % 4) {
    case 0:
      values[chosen] = special_value(chosen);
      break;
    case 1:
      for (std::size_t k = 0; k < variables_.size(); ++k) values[k] = grid_value(k);
      break;
    case 2:
      if (variables_.size() > 1) {
        const std::size_t other = (chosen + 1 + below(variables_.size() - 1)) % variables_.size();
        if (values[other] != kNoExpr) values[chosen] = related_value(values[other]);
      }
      break;
    default:
      break;
  }
  return values;
}

// The first values are often the most significant, so they are chosen more often than the others.
ExprId RulePoints::special_value(std::size_t variable) {
  const std::vector<ExprId>& choices = sources_[variable].special();
  if (choices.empty()) return sources_[variable].random(random_);
  const std::uint64_t limit =
      below(2) == 0 ? std::min<std::uint64_t>(6, choices.size()) : choices.size();
  return choices[below(limit)];
}

ExprId RulePoints::grid_value(std::size_t variable) {
  const auto kind = assumptions_[variable].kind;
  const auto step = [&](std::int64_t denominator) {
    return pool_->number(Rational(static_cast<std::int64_t>(below(37)) - 18, denominator));
  };
  if (kind == VariableAssumption::Kind::Integer) return step(1);
  const auto fraction = [&] {
    const ExprId q = step(kDenominators[below(std::size(kDenominators))]);
    return below(3) == 0 ? pool_->make(Op::Multiply, {q, pool_->leaf(Op::Pi)}) : q;
  };
  const ExprId real = fraction();
  if (kind != VariableAssumption::Kind::Complex || below(2) == 0) return real;
  const ExprId imaginary = pool_->make(Op::Multiply, {fraction(), pool_->leaf(Op::I)});
  return below(2) == 0 ? imaginary : pool_->make(Op::Add, {real, imaginary});
}

ExprId RulePoints::related_value(ExprId other) {
  const ExprId one = pool_->leaf(Vocabulary::kOne);
  const ExprId two = pool_->leaf(Vocabulary::kTwo);
  const ExprId pi = pool_->leaf(Op::Pi);
  const auto small = static_cast<std::int64_t>(below(9)) - 4;
  switch (below(14)) {
    case 0:
      return other;
    case 1:
    case 2:
      return pool_->negate(other);
    case 3:
      return pool_->make(Op::Divide, {one, other});
    case 4:
      return pool_->make(Op::Divide, {pool_->leaf(Vocabulary::kMinusOne), other});
    case 5:
      return pool_->make(Op::Add, {other, one});
    case 6:
      return pool_->make(Op::Subtract, {other, one});
    case 7:
      return pool_->make(Op::Subtract, {one, other});
    case 8:
      return pool_->make(Op::Multiply, {two, other});
    case 9:
      return pool_->make(Op::Subtract, {pi, other});
    case 10:
      return pool_->make(Op::Add, {other, pi});
    case 11:
      return pool_->make(Op::Subtract, {pool_->number(Rational(small)), other});
    case 12:
      return pool_->make(Op::Divide, {pool_->number(Rational(small)), other});
    default:
      return pool_->make(Op::Subtract, {pool_->make(Op::Divide, {pi, two}), other});
  }
}

}  // namespace noether::algebra
