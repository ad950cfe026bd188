#include "noether/algebra/simplify/closed_forms.h"

#include <algorithm>
#include <string_view>

#include "noether/algebra/expression/bound_names.h"
#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/normal/domain.h"
#include "noether/algebra/numeric/evaluate.h"
#include "noether/algebra/simplify/usual_order.h"

namespace noether::algebra {
namespace {

using ObligationKind = normal::Obligation::Kind;

constexpr int kMaxOrder = 6;
constexpr int kMaxLimitDepth = 4;
constexpr slong kLimitBits = 192;
constexpr std::uint64_t kMaxLimitSize = 2000;

// Returns whether it has a power series wherever it is defined, except at the ends of its domain.
bool is_analytic(Op op) {
  switch (op) {
    case Op::Abs:
    case Op::Floor:
    case Op::Ceil:
    case Op::Sign:
    case Op::Min:
    case Op::Max:
    case Op::Acot:
    case Op::Binomial:
    case Op::Factorial:
    case Op::Gamma:
    case Op::Derivative:
    case Op::Integral:
    case Op::DefiniteIntegral:
    case Op::Call:
      return false;
    default:
      return true;
  }
}

class Limits {
 public:
  Limits(Expressions& pool, normal::Normalizer& normalizer)
      : pool_(pool), normalizer_(normalizer) {}

  std::optional<ExprId> find(ExprId body, Head x, ExprId place, int depth) {
    if (depth == 0 || tree_size(pool_, body, kMaxLimitSize) >= kMaxLimitSize) return std::nullopt;
    if (!is_all_analytic(body)) return std::nullopt;
    if (pool_.op(body) == Op::Power && has_variable(pool_.operand(body, 1), x)) {
      return of_power(body, x, place, depth);
    }
    if (!approaches(body, x, place)) return std::nullopt;
    const auto form = normalizer_.to_expression(body);
    for (const ExprId candidate : {body, form.value_or(body)}) {
      if (is_continuous_at(candidate, x, place)) return substitute(pool_, candidate, x, place);
    }
    for (const ExprId candidate : {body, form.value_or(body)}) {
      if (auto found = of_quotient(candidate, x, place)) return found;
    }
    return std::nullopt;
  }

  // Finds a limit at infinity of either sign.
  std::optional<ExprId> find_at_infinity(ExprId body, Head x, int sign) {
    const Head t = pool_.vocabulary().variable("\x03t");
    const ExprId inverse = pool_.make(Op::Divide, {pool_.number(sign), pool_.leaf(t)});
    const ExprId turned = substitute(pool_, body, x, inverse);
    return find(turned, t, pool_.number(0), kMaxLimitDepth);
  }

 private:
  bool is_all_analytic(ExprId id) const {
    return std::ranges::all_of(subexpressions(pool_, id),
                               [&](ExprId part) { return is_analytic(pool_.op(part)); });
  }
  bool has_variable(ExprId id, Head x) const {
    return std::ranges::any_of(subexpressions(pool_, id),
                               [&](ExprId part) { return pool_.head(part) == x; });
  }
  bool is_positive_at(ExprId subject, Head x, ExprId place) {
    const Value value = value_at(subject, x, place);
    return value.defined() && compare(value, 0) == Order::Greater;
  }
  bool is_nonzero_at(ExprId subject, Head x, ExprId place) {
    const Value value = value_at(subject, x, place);
    return value.defined() && is_zero(value) == Truth::No;
  }
  // Unclear if other letters occur.
  Value value_at(ExprId id, Head x, ExprId place) {
    BallEvaluator evaluator(pool_, {substitute(pool_, id, x, place)});
    evaluator.evaluate({}, Field::Real, kLimitBits);
    return evaluator.value();
  }

  // Returns whether the body has values all around the place, but perhaps not there: divisors may
  // be 0 at a single point, and operands that must be positive are positive at the place.
  bool approaches(ExprId body, Head x, ExprId place) {
    const auto domain = normal::domain_of(normalizer_, body);
    if (!domain) return false;
    return std::ranges::all_of(*domain, [&](const normal::Obligation& o) {
      switch (o.kind) {
        case ObligationKind::Nonzero:
          return is_all_analytic(o.subject);
        case ObligationKind::Positive:
        case ObligationKind::Nonnegative:
          return is_positive_at(o.subject, x, place);
        default:
          return false;
      }
    });
  }

  bool is_continuous_at(ExprId body, Head x, ExprId place) {
    const auto domain = normal::domain_of(normalizer_, body);
    if (!domain) return false;
    return std::ranges::all_of(*domain, [&](const normal::Obligation& o) {
      switch (o.kind) {
        case ObligationKind::Nonzero:
          return is_nonzero_at(o.subject, x, place);
        case ObligationKind::Positive:
        case ObligationKind::Nonnegative:
          return is_positive_at(o.subject, x, place);
        default:
          return false;
      }
    });
  }

  std::optional<ExprId> of_quotient(ExprId body, Head x, ExprId place) {
    if (pool_.op(body) != Op::Divide) return std::nullopt;
    ExprId above = pool_.operand(body, 0);
    ExprId below = pool_.operand(body, 1);
    if (!is_continuous_at(above, x, place) || !is_continuous_at(below, x, place)) {
      return std::nullopt;
    }
    for (int order = 0; order <= kMaxOrder; ++order) {
      const ExprId above_value = substitute(pool_, above, x, place);
      const ExprId below_value = substitute(pool_, below, x, place);
      if (is_nonzero_at(below, x, place)) {
        return pool_.make(Op::Divide, {above_value, below_value});
      }
      // Both must certainly be 0: otherwise the quotient is unbounded, or its limit is unknown.
      if (!normalizer_.is_zero(above_value).value_or(false) ||
          !normalizer_.is_zero(below_value).value_or(false)) {
        return std::nullopt;
      }
      above = in_usual_order(pool_, differentiate(pool_, above, x));
      below = in_usual_order(pool_, differentiate(pool_, below, x));
      if (tree_size(pool_, above, kMaxLimitSize) >= kMaxLimitSize ||
          tree_size(pool_, below, kMaxLimitSize) >= kMaxLimitSize) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  std::optional<ExprId> of_power(ExprId body, Head x, ExprId place, int depth) {
    const ExprId written = pool_.operand(body, 0);
    if (!approaches(written, x, place) || !approaches(pool_.operand(body, 1), x, place)) {
      return std::nullopt;
    }
    const auto base_form = normalizer_.to_expression(written);
    const auto exponent_form = normalizer_.to_expression(pool_.operand(body, 1));
    if (!base_form || !exponent_form) return std::nullopt;
    const ExprId base = *base_form;
    const ExprId exponent = *exponent_form;
    if (!is_continuous_at(base, x, place) || !is_positive_at(base, x, place)) return std::nullopt;
    const ExprId ln = pool_.make(Op::Ln, {base});
    const ExprId product = normal_product(exponent, ln);
    const auto limit = find(product, x, place, depth - 1);
    if (!limit) return std::nullopt;
    return pool_.make(Op::Power, {pool_.leaf(Op::E), *limit});
  }

  // v ln u as one fraction.
  ExprId normal_product(ExprId exponent, ExprId ln) {
    if (pool_.op(exponent) == Op::Divide) {
      const ExprId above = pool_.make(Op::Multiply, {pool_.operand(exponent, 0), ln});
      return pool_.make(Op::Divide, {above, pool_.operand(exponent, 1)});
    }
    const ExprId product = pool_.make(Op::Multiply, {exponent, ln});
    return in_usual_order(pool_, product);
  }

  Expressions& pool_;
  normal::Normalizer& normalizer_;
};

}  // namespace

std::optional<ExprId> find_limit(Expressions& pool, normal::Normalizer& normalizer, ExprId limit) {
  if (pool.operands(limit).size() != 2) return std::nullopt;
  const ExprId body = pool.operand(limit, 0);
  const ExprId approach = pool.operand(limit, 1);
  if (!is_call(pool, approach, "to:") || pool.operands(approach).size() != 2) return std::nullopt;
  const ExprId x = pool.operand(approach, 0);
  const ExprId place = pool.operand(approach, 1);
  if (pool.op(x) != Op::Variable || binds_names(pool, body)) return std::nullopt;
  // a_n depends on n.
  for (const Head variable : variables_of(pool, body)) {
    if (variable != pool.head(x) && mentions_name(pool.vocabulary().variable_name(variable),
                                                  pool.vocabulary().variable_name(pool.head(x)))) {
      return std::nullopt;
    }
  }
  Limits limits(pool, normalizer);
  if (is_call(pool, place, "infinity:")) return limits.find_at_infinity(body, pool.head(x), 1);
  if (is_call(pool, place, "neg:") && is_call(pool, pool.operand(place, 0), "infinity:")) {
    return limits.find_at_infinity(body, pool.head(x), -1);
  }
  if (contains(pool, place, Op::Call)) return std::nullopt;
  return limits.find(body, pool.head(x), place, kMaxLimitDepth);
}

}  // namespace noether::algebra
