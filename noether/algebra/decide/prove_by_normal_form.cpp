#include "noether/algebra/decide/prove_by_normal_form.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "noether/algebra/normal/domain.h"
#include "noether/algebra/normal/rational_function.h"

namespace noether::algebra {
namespace {

// Of the time that is left, normal forms may take a part; the rules want the rest.
constexpr double kShareOfTime = 0.3;
constexpr double kMaxSeconds = 0.5;
constexpr std::size_t kMaxWrittenTerms = 10'000;

// left - right when all that is not a plain number cancels as it is written: for numbers that are
// too large to compute with.
std::optional<Rational> written_difference(const Expressions& pool, ExprId left, ExprId right) {
  std::map<ExprId, int> counts;
  Rational sum;
  std::vector<std::pair<ExprId, int>> terms{{left, 1}, {right, -1}};
  for (std::size_t i = 0; i < terms.size() && i < kMaxWrittenTerms; ++i) {
    const auto [id, sign] = terms[i];
    const Op op = pool.op(id);
    if (op == Op::Add || op == Op::Subtract) {
      terms.emplace_back(pool.operand(id, 0), sign);
      terms.emplace_back(pool.operand(id, 1), op == Op::Add ? sign : -sign);
    } else if (op == Op::Number) {
      sum = sign > 0 ? sum + pool.value(id) : sum - pool.value(id);
    } else {
      counts[id] += sign;
    }
  }
  if (terms.size() > kMaxWrittenTerms) return std::nullopt;
  if (!std::ranges::all_of(counts, [](const auto& entry) { return entry.second == 0; })) {
    return std::nullopt;
  }
  return sum;
}

}  // namespace

NormalFormAnswer compare_normal_forms(Expressions& pool, const ProofRequest& request) {
  NormalFormAnswer answer;
  const double left_seconds =
      std::chrono::duration<double>(request.deadline - std::chrono::steady_clock::now()).count();
  if (left_seconds <= 0) return answer;
  const normal::Budget budget{.seconds = std::min(kMaxSeconds, kShareOfTime * left_seconds)};
  normal::Normalizer normalizer(pool, request.field, *request.assumptions);
  answer.same_values = normalizer.equal(request.left, request.right, budget).value_or(false);
  if (!answer.same_values) {
    const ExprId difference = pool.make(Op::Subtract, {request.left, request.right});
    const auto form = normalizer.normalize(difference, budget);
    if (form && pool.is_number(form->expression) && !pool.value(form->expression).is_zero()) {
      answer.difference = form->expression;
    } else if (const auto written = written_difference(pool, request.left, request.right);
               written && !written->is_zero()) {
      answer.difference = pool.number(*written);
    }
    return answer;
  }
  answer.same_domain = request.equality == Equality::Strict &&
                       normal::same_domain(normalizer, request.left, request.right, budget);
  if (request.want_steps) {
    answer.steps.push_back({request.left, ""});
    const auto common = normalizer.to_expression(request.left, budget);
    if (common && *common != request.left && *common != request.right) {
      answer.steps.push_back({*common, "normal form"});
    }
    answer.steps.push_back({request.right, "normal form"});
  }
  return answer;
}

}  // namespace noether::algebra
