// Forms of an expression for programs: the cheapest by rules, the expanded form, and the factored
// form.
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/normal/domain.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/normal/workspace.h"
#include "noether/algebra/simplify/reading_cost.h"
#include "noether/algebra/simplify/simplify.h"
#include "noether/algebra/simplify/usual_order.h"
#include "noether/egraph/terms/cheapest.h"

namespace noether::algebra {
namespace {

// The normal form, if it may replace the expression.
std::optional<ExprId> tidy_form(Expressions& pool, ExprId expression, Field field,
                                const SimplifyOptions& options) {
  const normal::Budget budget{.seconds = 0.2 * options.seconds};
  normal::Normalizer normalizer(pool, field, options.assumptions);
  const auto form = normalizer.to_expression(expression, budget);
  if (!form || *form == expression) return std::nullopt;
  if (options.equality == Equality::Strict &&
      !normal::same_domain(normalizer, expression, *form, budget)) {
    return std::nullopt;
  }
  return form;
}

}  // namespace

ExprId simplify(Expressions& pool, ExprId expression, const SimplifyOptions& options) {
  const ExprId start = eliminate_derivatives(pool, expression);
  const Field field = resolve_field(pool, start, start, options.field);
  const RuleBook& book =
      RuleBook::shipped({.complex = field == Field::Complex,
                         .widening = options.equality == Equality::WhereBothDefined});
  Equalities equalities(pool.vocabulary(), book);
  for (const auto& [variable, range] : assumed_ranges(pool, options.assumptions)) {
    equalities.facts().assume(variable, range);
  }
  const egraph::ClassId root = equalities.add(pool, start);
  if (const auto form = tidy_form(pool, start, field, options)) {
    equalities.graph().unite(root, equalities.add(pool, *form), egraph::Reason::given());
    equalities.graph().rebuild();
  }
  equalities.saturate({.limits = {.made_nodes = options.nodes, .seconds = options.seconds},
                       .goal = options.is_over});
  const egraph::TermGraph terms = term_graph_of(equalities.graph(), root);
  const auto cheapest = egraph::cheapest_terms(terms, reading_cost_in(pool.vocabulary()));
  const auto term = cheapest.term(0);
  return term ? to_expression(*term, pool) : start;
}

std::optional<ExprId> expanded(Expressions& pool, ExprId expression, double seconds,
                               const std::function<bool()>& is_over) {
  normal::Normalizer normalizer(pool, resolve_field(pool, expression, expression, {}));
  const auto sum = normalizer.normalize(expression, {.seconds = seconds, .is_over = &is_over});
  if (!sum) return std::nullopt;
  return in_usual_order(pool, sum->expression);
}

std::optional<ExprId> factored(Expressions& pool, ExprId expression, double seconds,
                               const std::function<bool()>& is_over) {
  normal::Normalizer normalizer(pool, resolve_field(pool, expression, expression, {}));
  normal::Meter meter(normal::Budget{.seconds = seconds, .is_over = &is_over});
  normal::Workspace& workspace = normalizer.workspace();
  workspace.use(meter);
  const normal::Factored parts = workspace.factored(expression);
  if (meter.exceeded()) return std::nullopt;
  if (parts.content.is_zero()) return pool.number(0);
  ExprId above = pool.number(parts.content);
  ExprId below = pool.number(1);
  for (const normal::Factored::Factor& factor : parts.factors) {
    const std::int64_t exponent = factor.exponent;
    ExprId& side = exponent > 0 ? above : below;
    side = workspace.multiply(side, workspace.whole_power(factor.expression, std::abs(exponent)));
  }
  return in_usual_order(pool, workspace.divide(above, below));
}

}  // namespace noether::algebra
