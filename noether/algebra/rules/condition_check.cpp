#include "noether/algebra/rules/condition_check.h"

#include <algorithm>
#include <array>

namespace noether::algebra {
namespace {

constexpr std::array<slong, 3> kConditionPrecisions = {96, 256, 1024};

std::vector<ExprId> all_terms(std::span<const Condition> conditions) {
  std::vector<ExprId> terms;
  for (const Condition& condition : conditions) {
    terms.insert(terms.end(), condition.terms.begin(), condition.terms.end());
  }
  return terms;
}

Truth truth(bool known_yes, bool known_no) {
  return known_yes ? Truth::Yes : known_no ? Truth::No : Truth::Unknown;
}

Truth negate(Truth a) {
  return a == Truth::Yes ? Truth::No : a == Truth::No ? Truth::Yes : Truth::Unknown;
}

Truth both(Truth a, Truth b) {
  if (a == Truth::No || b == Truth::No) return Truth::No;
  return a == Truth::Yes && b == Truth::Yes ? Truth::Yes : Truth::Unknown;
}

Truth less(Order order) {
  return truth(order == Order::Less, order == Order::Greater || order == Order::Equal);
}

Truth less_or_equal(Order order) {
  return truth(order == Order::Less || order == Order::Equal, order == Order::Greater);
}

Truth has_parity(const Value& value, bool odd) {
  const Truth integer = is_integer(value);
  std::int64_t number = 0;
  if (integer != Truth::Yes) return integer;
  if (!get_integer(value, number)) return Truth::Unknown;
  return truth((number % 2 != 0) == odd, (number % 2 != 0) != odd);
}

Truth differ(const Value& a, const Value& b) {
  if (disjoint(a.ball, b.ball)) return Truth::Yes;
  Exact difference;
  const bool same = a.exact.known() && b.exact.known() &&
                    exact_subtract(a.exact, b.exact, difference) && difference.is_zero();
  return truth(false, same);
}

// All terms must have a value.
Truth holds(Predicate predicate, const Value& t, const Value& u, const Value& v) {
  switch (predicate) {
    case Predicate::Nonzero:
      return negate(is_zero(t));
    case Predicate::Positive:
      return negate(less_or_equal(compare(t, 0)));
    case Predicate::Negative:
      return less(compare(t, 0));
    case Predicate::Nonnegative:
      return negate(less(compare(t, 0)));
    case Predicate::Nonpositive:
      return less_or_equal(compare(t, 0));
    case Predicate::Integer:
      return is_integer(t);
    case Predicate::Even:
      return has_parity(t, false);
    case Predicate::Odd:
      return has_parity(t, true);
    case Predicate::Constant:
      return truth(t.exact.is_rational(), false);
    case Predicate::In:
      return both(less_or_equal(compare(u, t)), less_or_equal(compare(t, v)));
    case Predicate::Inside:
      return both(less(compare(u, t)), less(compare(t, v)));
    case Predicate::Less:
      return less(compare(t, u));
    case Predicate::LessEqual:
      return less_or_equal(compare(t, u));
    case Predicate::Real:
      return is_real(t);
    case Predicate::Distinct:
      return differ(t, u);
    case Predicate::Defined:
    case Predicate::Variable:
    case Predicate::Free:
      break;
  }
  return Truth::Yes;
}

// Returns whether the predicate concerns an order, and is therefore only true for real numbers.
bool needs_real_terms(Predicate predicate) {
  switch (predicate) {
    case Predicate::Positive:
    case Predicate::Negative:
    case Predicate::Nonnegative:
    case Predicate::Nonpositive:
    case Predicate::In:
    case Predicate::Inside:
    case Predicate::Less:
    case Predicate::LessEqual:
      return true;
    default:
      return false;
  }
}

}  // namespace

ConditionChecker::ConditionChecker(const Expressions& pool, std::span<const Condition> conditions)
    : pool_(&pool),
      conditions_(conditions.begin(), conditions.end()),
      evaluator_(pool, all_terms(conditions)) {
  std::size_t root = 0;
  for (const Condition& condition : conditions_) {
    first_root_.push_back(root);
    root += condition.terms.size();
  }
}

Truth ConditionChecker::hold(const Point& point, Field field, Deadline deadline) {
  if (conditions_.empty()) return Truth::Yes;
  Truth answer = Truth::Unknown;
  for (const slong bits : kConditionPrecisions) {
    evaluator_.evaluate(point, field, bits, deadline);
    answer = all(point, field == Field::Complex);
    if (answer != Truth::Unknown) break;
  }
  return answer;
}

bool ConditionChecker::is_written_as_number(ExprId term, const Point& point) const {
  for (const auto& [variable, value] : point.coordinates) {
    if (pool_->head(term) == variable) return pool_->is_number(value);
  }
  return pool_->is_number(term);
}

Truth ConditionChecker::all(const Point& point, bool complex) const {
  Truth answer = Truth::Yes;
  for (std::size_t i = 0; i < conditions_.size() && answer != Truth::No; ++i) {
    const Predicate predicate = conditions_[i].predicate;
    if (predicate == Predicate::Variable || predicate == Predicate::Free) continue;
    // The evaluator does not keep every long rational exact, so the point itself is inspected
    // first.
    if (predicate == Predicate::Constant && is_written_as_number(conditions_[i].terms[0], point)) {
      continue;
    }
    std::array<const Value*, 3> terms{};
    bool undefined = false;
    bool unclear = false;
    Truth real = Truth::Yes;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const std::size_t index = std::min(k, conditions_[i].terms.size() - 1);
      terms[k] = &evaluator_.value(first_root_[i] + index);
      undefined |= terms[k]->definedness == Definedness::Undefined;
      unclear |= terms[k]->definedness == Definedness::Unclear;
      if (complex && terms[k]->defined()) real = both(real, is_real(*terms[k]));
    }
    if (undefined) {
      if (predicate == Predicate::Defined) answer = Truth::No;
    } else if (unclear) {
      answer = Truth::Unknown;
    } else {
      if (needs_real_terms(predicate)) answer = both(answer, real);
      answer = both(answer, holds(predicate, *terms[0], *terms[1], *terms[2]));
    }
  }
  return answer;
}

}  // namespace noether::algebra
