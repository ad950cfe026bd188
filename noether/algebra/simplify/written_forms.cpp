#include "noether/algebra/simplify/written_forms.h"

#include <cstdint>
#include <cstdlib>

#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/normal/workspace.h"
#include "noether/algebra/simplify/usual_order.h"

namespace noether::algebra {

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
