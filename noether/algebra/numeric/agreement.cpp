#include "noether/algebra/numeric/agreement.h"

#include <algorithm>

namespace noether::algebra {
namespace {

constexpr std::uint64_t kSeed = 20261115;

std::vector<Head> variables_of_both(const Expressions& pool, ExprId left, ExprId right) {
  std::vector<Head> variables = variables_of(pool, left);
  for (const Head variable : variables_of(pool, right)) {
    if (std::ranges::find(variables, variable) == variables.end()) variables.push_back(variable);
  }
  return variables;
}

}  // namespace

AgreementTest::AgreementTest(Expressions& pool, ExprId left, ExprId right, Field field,
                             Equality equality, const Assumptions& assumptions, Deadline deadline)
    : evaluator_(pool, {left, right}),
      points_(pool, variables_of_both(pool, left, right), field, assumptions, kSeed),
      field_(field),
      equality_(equality),
      deadline_(deadline),
      has_variables_(!evaluator_.variables().empty()) {}

std::optional<AgreementTest::Counterexample> AgreementTest::try_points(int wanted, int digits) {
  for (int i = 0; i < wanted && std::chrono::steady_clock::now() < deadline_; ++i) {
    auto point = points_.next();
    if (!point) {
      out_of_points_ = true;
      break;
    }
    Comparison comparison = compare_at(evaluator_, *point, field_, digits, deadline_);
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
        if (equality_ == Equality::WhereBothDefined) break;
        [[fallthrough]];
      case Outcome::Different:
        return Counterexample{std::move(*point), std::move(comparison.left),
                              std::move(comparison.right)};
    }
    // Without variables every point is the same point.
    if (!has_variables_) {
      out_of_points_ = true;
      break;
    }
  }
  return std::nullopt;
}

}  // namespace noether::algebra
