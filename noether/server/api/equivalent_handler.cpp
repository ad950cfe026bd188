// POST /api/v1/equivalent: whether two expressions are equal, or two equations are equivalent.
#include <array>

#include "noether/algebra/decide/decide_equations.h"
#include "noether/server/api/api.h"
#include "noether/server/api/expressions.h"

namespace noether::server {
namespace {

constexpr std::array<std::string_view, 3> kEquivalentFields = {"automatic", "real", "complex"};
constexpr std::array<algebra::Field, 3> kFieldOf = {algebra::Field::Automatic, algebra::Field::Real,
                                                    algebra::Field::Complex};
constexpr double kEquivalentSeconds = 20;

using Sides = std::vector<algebra::ExprId>;

std::string sides_text(const algebra::Expressions& pool, const Sides& sides) {
  std::string text = latex_of(pool, sides.front());
  if (sides.size() == 2) text += "=" + latex_of(pool, sides[1]);
  return text;
}

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
  options.is_over = [&] { return request.is_over(); };
  if (auto problem = arguments.finish()) return *std::move(problem);

  ExpressionArguments expressions(arguments);
  expressions.note_matrices({a, b});
  const auto left = expressions.read_sides("a", a);
  if (!left) return left.error();
  const auto right = expressions.read_sides("b", b);
  if (!right) return right.error();
  algebra::Expressions& pool = expressions.pool();
  const std::string left_text = sides_text(pool, *left);
  const std::string right_text = sides_text(pool, *right);
  const auto decided = algebra::decide_sides(pool, *left, *right, options);
  if (!decided) {
    return problem(422, "Unprocessable Content", decided.error().message,
                   arguments.place(left->size() == 2 ? "b" : "a"), decided.error().hint);
  }
  const algebra::Decision& decision = *decided;
  if (decision.verdict == algebra::Verdict::Unknown && request.is_over()) return took_too_long();
  base::JsonObject object;
  add_evidence(pool, decision, object);
  object.add_string("a", left_text)
      .add_string("b", right_text)
      .add_real("took_ms", watch.milliseconds());
  return json_response(object.text() + "\n");
}

}  // namespace noether::server
