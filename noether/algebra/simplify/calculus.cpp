#include "noether/algebra/simplify/calculus.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "noether/algebra/expression/bound_names.h"
#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/numeric/compare.h"
#include "noether/algebra/numeric/evaluate.h"
#include "noether/algebra/numeric/ranges/range.h"
#include "noether/algebra/simplify/closed_forms.h"
#include "noether/algebra/simplify/usual_order.h"

namespace noether::algebra {
namespace {

constexpr int kMaxHalvings = 10;
constexpr slong kConstantBits = 128;

// Functions that jump are not continuous where they are defined.
bool is_continuous(Op op) {
  return op != Op::Floor && op != Op::Ceil && op != Op::Sign && op != Op::Call &&
         op != Op::Derivative && op != Op::Integral && op != Op::DefiniteIntegral &&
         op != Op::Binomial && op != Op::Acot && op != Op::Factorial && op != Op::Gamma;
}

Range range_at(const Expressions& pool, ExprId root, Head variable, const Range& values) {
  std::unordered_map<ExprId, Range> ranges;
  std::vector<Range> operands;
  for (const ExprId id : subexpressions(pool, root)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(ranges[operand]);
    if (pool.is_number(id)) {
      ranges[id] = range_of(pool.value(id));
    } else if (pool.head(id) == variable) {
      ranges[id] = values;
    } else {
      ranges[id] = range_of(pool.op(id), operands);
    }
  }
  return ranges[root];
}

class Worker {
 public:
  Worker(Expressions& pool, normal::Normalizer& normalizer)
      : pool_(pool), normalizer_(normalizer) {}

  WorkedOut run(ExprId root) {
    std::vector<ExprId> operands;
    for (const ExprId id : subexpressions(pool_, root)) {
      operands.clear();
      for (const ExprId operand : pool_.operands(id)) operands.push_back(image_[operand]);
      const ExprId plain = pool_.make(pool_.head(id), operands);
      is_final_ = false;
      image_[id] = worked(plain).value_or(plain);
    }
    result_.expression = image_[root];
    result_.is_final = is_final_;
    return std::move(result_);
  }

 private:
  std::optional<ExprId> worked(ExprId id) {
    switch (pool_.op(id)) {
      case Op::Integral:
        return antiderivative(id);
      case Op::DefiniteIntegral:
        return definite_integral(id);
      case Op::Call:
        break;
      default:
        return std::nullopt;
    }
    if (is_call(pool_, id, "limit:")) return find_limit(pool_, normalizer_, id);
    if (is_call(pool_, id, "evaluated-at:")) return value_at(id);
    if (is_call(pool_, id, "gcd") || is_call(pool_, id, "lcm")) return common_number(id);
    if (is_call(pool_, id, "sum:") || is_call(pool_, id, "product:")) {
      auto closed = find_closed_form(pool_, normalizer_, id);
      if (!closed) return std::nullopt;
      result_.conditions.insert(result_.conditions.end(), closed->conditions.begin(),
                                closed->conditions.end());
      is_final_ = closed->is_final;
      return closed->expression;
    }
    return std::nullopt;
  }

  // Works out gcd and lcm of whole numbers.
  std::optional<ExprId> common_number(ExprId id) {
    const auto operands = pool_.operands(id);
    if (operands.size() < 2) return std::nullopt;
    const bool is_divisor = is_call(pool_, id, "gcd");
    Rational common(is_divisor ? 0 : 1);
    for (const ExprId operand : operands) {
      if (!pool_.is_number(operand) || !pool_.value(operand).is_integer()) return std::nullopt;
      const auto* const value = fmpq_numref(pool_.value(operand).raw());
      auto* const result = fmpq_numref(common.raw());
      is_divisor ? fmpz_gcd(result, result, value) : fmpz_lcm(result, result, value);
    }
    return pool_.number(common);
  }

  std::optional<ExprId> antiderivative(ExprId id) {
    const ExprId f = pool_.operand(id, 0);
    const auto found = find_antiderivative(pool_, normalizer_, f, pool_.head(pool_.operand(id, 1)));
    if (!found) return std::nullopt;
    for (const ExprId subject : found->nonzero) {
      result_.conditions.push_back({SideCondition::Kind::Nonzero, subject});
    }
    return found->expression;
  }

  // The position of a bound that is a number, in outward-rounded doubles.
  std::optional<Range> bound(ExprId id) {
    if (!variables_of(pool_, id).empty()) return everything();
    BallEvaluator evaluator(pool_, {id});
    evaluator.evaluate({}, Field::Real, kConstantBits);
    const Value& value = evaluator.value();
    if (!value.defined() || !value.ball.is_finite()) return std::nullopt;
    const Range range = range_at(pool_, id, Head(Op::Variable, 0xFFFFFF), everything());
    if (range.defined == Defined::Never) return std::nullopt;
    return range;
  }

  bool is_total(ExprId id, Head variable, double lo, double hi, int halvings) {
    const Range range = range_at(pool_, id, variable, make_range(lo, hi, Defined::Always));
    if (range.defined == Defined::Always) return true;
    if (range.defined == Defined::Never || halvings == 0) return false;
    if (!std::isfinite(lo) || !std::isfinite(hi)) return false;
    const double middle = lo + (hi - lo) / 2;
    return is_total(id, variable, lo, middle, halvings - 1) &&
           is_total(id, variable, middle, hi, halvings - 1);
  }

  std::optional<ExprId> definite_integral(ExprId id) {
    const ExprId f = pool_.operand(id, 0);
    const ExprId lower = pool_.operand(id, 2);
    const ExprId upper = pool_.operand(id, 3);
    const Head x = pool_.head(pool_.operand(id, 1));
    const auto found = find_antiderivative(pool_, normalizer_, f, x);
    if (!found || !found->nonzero.empty()) return std::nullopt;
    const ExprId whole = in_usual_order(pool_, found->expression);
    for (const ExprId part : {f, whole}) {
      for (const ExprId inside : subexpressions(pool_, part)) {
        if (!is_continuous(pool_.op(inside))) return std::nullopt;
      }
    }
    const auto from = bound(lower);
    const auto to = bound(upper);
    if (!from || !to) return std::nullopt;
    const double lo = std::min(from->lo, to->lo);
    const double hi = std::max(from->hi, to->hi);
    if (!is_total(f, x, lo, hi, kMaxHalvings) || !is_total(whole, x, lo, hi, kMaxHalvings)) {
      return std::nullopt;
    }
    const ExprId end = substitute(pool_, whole, x, upper);
    const ExprId begin = substitute(pool_, whole, x, lower);
    const ExprId difference = pool_.make(Op::Subtract, {end, begin});
    if (!is_confirmed(id, difference)) return std::nullopt;
    return difference;
  }

  // Confirms by quadrature with error bounds, if there are only numbers: a safeguard against
  // mistakes in the reasoning above.
  bool is_confirmed(ExprId integral, ExprId value) {
    if (!variables_of(pool_, value).empty()) return true;
    BallEvaluator evaluator(pool_, {integral, value});
    const Comparison compared = compare_at(evaluator, {}, Field::Real, 12);
    return compared.outcome != Outcome::Different && compared.outcome != Outcome::RightUndefined;
  }

  // F at x = a.
  std::optional<ExprId> value_at(ExprId id) {
    if (pool_.operands(id).size() != 2) return std::nullopt;
    const ExprId body = pool_.operand(id, 0);
    const ExprId where = pool_.operand(id, 1);
    if (!is_call(pool_, where, "=:") || pool_.operands(where).size() != 2) return std::nullopt;
    const ExprId x = pool_.operand(where, 0);
    const ExprId at = pool_.operand(where, 1);
    if (pool_.op(x) != Op::Variable || binds_names(pool_, body) ||
        contains(pool_, body, Op::Derivative) || contains(pool_, body, Op::Integral) ||
        contains(pool_, body, Op::Call)) {
      return std::nullopt;
    }
    return substitute(pool_, body, pool_.head(x), at);
  }

  Expressions& pool_;
  normal::Normalizer& normalizer_;
  std::unordered_map<ExprId, ExprId> image_;
  WorkedOut result_;
  bool is_final_ = false;  // of the last closed form
};

}  // namespace

WorkedOut work_out(Expressions& pool, normal::Normalizer& normalizer, ExprId root) {
  return Worker(pool, normalizer).run(root);
}

}  // namespace noether::algebra
