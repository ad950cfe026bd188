// POST /api/v1/rewrite: expressions equal to a given one.
#include <algorithm>
#include <array>
#include <memory>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/rules/rule_book.h"
#include "noether/algebra/simplify/simplify.h"
#include "noether/algebra/simplify/varied_equivalents.h"
#include "noether/server/api/api.h"
#include "noether/server/api/expressions.h"

namespace noether::server {
namespace {

using base::JsonObject;

constexpr std::array<std::string_view, 2> kRewriteFields = {"automatic", "complex"};
constexpr std::size_t kNodes = 10'000;
constexpr double kRewriteSeconds = 10;
constexpr std::size_t kLinesPerChunk = 64;
constexpr std::string_view kLines = "application/x-ndjson";

// Writes one rewriting per line.
Response lines_response(std::vector<std::string> rewritings) {
  Response response;
  response.content_type = kLines;
  const auto lines = std::make_shared<const std::vector<std::string>>(std::move(rewritings));
  response.chunks = [lines, next = std::size_t{0}]() mutable {
    std::string chunk;
    const std::size_t end = std::min(lines->size(), next + kLinesPerChunk);
    for (; next < end; ++next) chunk += (*lines)[next] + "\n";
    return chunk;
  };
  return response;
}

}  // namespace

Response rewrite_expression(const Request& request) {
  const Stopwatch watch;
  Arguments arguments(request);
  const std::string latex = arguments.required_text("latex", kLongestExpression);
  const auto limit = static_cast<std::size_t>(arguments.whole("limit", 20, 1, 500));
  const bool sample = arguments.flag("sample");
  const std::uint64_t seed = arguments.whole("seed", 1, 0, std::uint64_t{1} << 53);
  const auto max_tokens = static_cast<std::uint32_t>(arguments.whole("max_tokens", 25, 1, 60));
  const bool complex = arguments.choice("field", kRewriteFields) == 1;
  const bool widening = arguments.flag("shared_domain");
  const double seconds = seconds_for(request, arguments.real("seconds", 1, 0, kRewriteSeconds));
  if (auto problem = arguments.finish()) return *std::move(problem);

  ExpressionArguments expressions(arguments);
  const auto input = expressions.read("latex", latex);
  if (!input) return input.error();
  algebra::Expressions& pool = expressions.pool();
  const std::string read_as = latex_of(pool, *input);
  const auto is_over = [&] { return request.is_over(); };
  algebra::SimplifyOptions simplify_options;
  if (complex) simplify_options.field = algebra::Field::Complex;
  simplify_options.seconds = seconds / 2;
  simplify_options.is_over = is_over;
  const auto simplest = algebra::simplify_for_reading(pool, *input, simplify_options);
  std::vector<std::string> conditions;
  for (const algebra::SideCondition& condition : simplest.conditions) {
    if (widening) break;  // the request allows them
    conditions.push_back(base::json_string(algebra::condition_latex(pool, condition)));
  }
  const auto root = algebra::eliminate_derivatives(pool, *input);
  const auto field = algebra::resolve_field(
      pool, root, root, complex ? algebra::Field::Complex : algebra::Field::Automatic);
  const algebra::RuleBook& book = algebra::RuleBook::shipped(
      {.complex = field == algebra::Field::Complex, .widening = widening});
  algebra::Equalities equalities(pool.vocabulary(), book);
  const auto whole = equalities.add(pool, root);
  const auto saturation = equalities.saturate(
      {.limits = {.made_nodes = kNodes, .seconds = seconds / 2}, .goal = is_over});
  if (saturation.stop == egraph::StopReason::Goal) return took_too_long();
  // The remaining work takes at most a tenth of a second.
  algebra::Equivalents equivalents(equalities.graph(), whole, max_tokens);
  std::vector<algebra::ExprId> chosen;
  if (sample) {
    for (const egraph::Term& term : equivalents.sample(limit, seed)) {
      chosen.push_back(algebra::to_expression(term, pool));
    }
  } else {
    chosen = algebra::varied_equivalents(equivalents, pool, limit, max_tokens);
  }
  std::vector<std::string> rewritings;
  for (const algebra::ExprId expression : chosen) {
    const auto tokens = static_cast<std::int64_t>(algebra::tree_size(pool, expression));
    rewritings.push_back(JsonObject()
                             .add_string("latex", latex_of(pool, expression))
                             .add_number("tokens", tokens)
                             .text());
  }
  if (request.header("accept").value_or("").starts_with(kLines)) {
    return lines_response(std::move(rewritings));
  }
  JsonObject object;
  object.add_string("latex", read_as)
      .add_string("simplest", latex_of(pool, simplest.expression))
      .add("simplest_for", base::json_array(conditions))
      .add_string("total", equivalents.total().get_str())
      .add_string("stopped", egraph::to_string(saturation.stop))
      .add("equivalents", base::json_array(rewritings))
      .add_real("took_ms", watch.milliseconds());
  return json_response(object.text() + "\n");
}

}  // namespace noether::server
