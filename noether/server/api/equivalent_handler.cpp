// POST /api/v1/equivalent: whether two expressions are equal.
#include <array>

#include "noether/algebra/decide.h"
#include "noether/server/api/answers.h"
#include "noether/server/api/evidence_json.h"
#include "noether/server/api/expression_argument.h"

namespace noether::server {
namespace {

constexpr std::array<std::string_view, 3> kEquivalentFields = {"automatic", "real", "complex"};
constexpr std::array<algebra::Field, 3> kFieldOf = {algebra::Field::Automatic, algebra::Field::Real,
                                                    algebra::Field::Complex};
constexpr double kEquivalentSeconds = 20;

}  // namespace

Response decide_equality(const Request& request) {
  const Stopwatch watch;
  Arguments arguments(request);
  const std::string a = arguments.required_text("a", kLongestExpression);
  const std::string b = arguments.required_text("b", kLongestExpression);
  algebra::DecideOptions options;
  options.field = kFieldOf[arguments.choice("field", kEquivalentFields)];
  if (arguments.flag("shared_domain")) options.equality = algebra::Equality::WhereBothDefined;
  options.seconds = seconds_for(request, arguments.real("seconds", 3, 0, kEquivalentSeconds));
  if (auto problem = arguments.finish()) return *std::move(problem);

  ExpressionArguments expressions(arguments);
  const auto left = expressions.read("a", a);
  if (!left) return left.error();
  const auto right = expressions.read("b", b);
  if (!right) return right.error();
  algebra::Expressions& pool = expressions.pool();
  const std::string left_text = latex_of(pool, *left);
  const std::string right_text = latex_of(pool, *right);
  const auto decision = algebra::decide(pool, *left, *right, options);
  base::JsonObject object;
  add_evidence(pool, decision, object);
  object.add_string("a", left_text)
      .add_string("b", right_text)
      .add_real("took_ms", watch.milliseconds());
  return json_response(object.text() + "\n");
}

}  // namespace noether::server
