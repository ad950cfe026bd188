#include "noether/algebra/prove_by_normal_form.h"

#include <algorithm>
#include <chrono>

#include "noether/algebra/normal/domain.h"
#include "noether/algebra/normal/rational_function.h"

namespace noether::algebra {
namespace {

// Of the time that is left, normal forms may take a part; the rules want the rest.
constexpr double kShareOfTime = 0.3;
constexpr double kMaxSeconds = 0.5;

}  // namespace

NormalFormAnswer compare_normal_forms(Expressions& pool, const ProofRequest& request) {
  NormalFormAnswer answer;
  const double left_seconds =
      std::chrono::duration<double>(request.deadline - std::chrono::steady_clock::now()).count();
  if (left_seconds <= 0) return answer;
  const normal::Budget budget{.seconds = std::min(kMaxSeconds, kShareOfTime * left_seconds)};
  normal::Normalizer normalizer(pool, request.field, *request.assumptions);
  answer.same_values = normalizer.equal(request.left, request.right, budget).value_or(false);
  if (!answer.same_values) return answer;
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
