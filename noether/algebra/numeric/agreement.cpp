#include "noether/algebra/numeric/agreement.h"

#include <algorithm>

#include "noether/algebra/numeric/critical_points.h"

namespace noether::algebra {
namespace {

constexpr std::uint64_t kPointSeed = 20261115;
constexpr std::size_t kMaxCriticalPoints = 40;
constexpr slong kPointBits = 128;
constexpr int kShownDigits = 40;
constexpr int kMostDigits = 1280;

std::vector<Head> variables_of_both(const Expressions& pool, ExprId left, ExprId right) {
  std::vector<Head> variables = variables_of(pool, left);
  for (const Head variable : variables_of(pool, right)) {
    if (std::ranges::find(variables, variable) == variables.end()) variables.push_back(variable);
  }
  return variables;
}

// Solutions are written without a check that they exist: acosh(0) is not a real number.
bool is_point(const Expressions& pool, const Point& point, Field field) {
  return std::ranges::all_of(point.coordinates, [&](const auto& coordinate) {
    BallEvaluator evaluator(pool, {coordinate.second});
    evaluator.evaluate({}, field, kPointBits);
    const Value& value = evaluator.value();
    return value.definedness == Definedness::Defined && acb_is_finite(value.ball.raw()) != 0;
  });
}

}  // namespace

AgreementTest::AgreementTest(Expressions& pool, ExprId left, ExprId right, Field field,
                             Equality equality, const Assumptions& assumptions, Deadline deadline)
    : pool_(pool),
      left_(left),
      right_(right),
      is_free_(assumptions.variables.empty() && !assumptions.accepts),
      evaluator_(pool, {left, right}),
      points_(pool, variables_of_both(pool, left, right), field, assumptions, kPointSeed),
      field_(field),
      equality_(equality),
      deadline_(deadline),
      has_variables_(!evaluator_.variables().empty()) {}

std::optional<AgreementTest::Counterexample> AgreementTest::try_critical_points(int digits) {
  if (!is_free_ || !has_variables_) return std::nullopt;
  const std::vector<Head> variables(evaluator_.variables().begin(), evaluator_.variables().end());
  for (const ExprId side : {left_, right_}) {
    for (const Point& point : critical_points(pool_, side, variables, kMaxCriticalPoints)) {
      if (std::chrono::steady_clock::now() >= deadline_) return std::nullopt;
      if (!is_point(pool_, point, field_)) continue;
      if (auto found = try_point(point, digits)) return found;
    }
  }
  return std::nullopt;
}

std::optional<AgreementTest::Counterexample> AgreementTest::try_point(const Point& point,
                                                                      int digits) {
  Comparison comparison = compare_at(evaluator_, point, field_, digits, deadline_);
  switch (comparison.outcome) {
    case Outcome::SameValue:
      ++agreeing_;
      break;
    case Outcome::BothUndefined:
      ++undefined_;
      break;
    case Outcome::Unclear:
      ++unclear_;
      break;
    case Outcome::LeftUndefined:
    case Outcome::RightUndefined:
      if (equality_ == Equality::Strict && !hole_) {
        hole_ = Counterexample{point, std::move(comparison.left), std::move(comparison.right)};
      }
      break;
    case Outcome::Different:
      // Shows as many digits as are needed to see the difference.
      for (int shown = kShownDigits; comparison.left == comparison.right && shown <= kMostDigits;
           shown *= 2) {
        comparison.left = value_text(evaluator_.value(0), shown);
        comparison.right = value_text(evaluator_.value(1), shown);
      }
      return Counterexample{point, std::move(comparison.left), std::move(comparison.right)};
  }
  return std::nullopt;
}

std::optional<AgreementTest::Counterexample> AgreementTest::try_points(
    int wanted, int digits, const std::function<bool()>& is_over) {
  for (int i = 0; i < wanted && std::chrono::steady_clock::now() < deadline_; ++i) {
    if (is_over && is_over()) break;
    const auto point = points_.next();
    if (!point) {
      out_of_points_ = true;
      break;
    }
    if (auto found = try_point(*point, digits)) return found;
    // Without variables, all points are the same.
    if (!has_variables_) {
      out_of_points_ = true;
      break;
    }
  }
  return std::nullopt;
}

}  // namespace noether::algebra
