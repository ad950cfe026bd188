#include "noether/algebra/simplify.h"

#include <algorithm>
#include <optional>

#include "noether/algebra/assumed_ranges.h"
#include "noether/algebra/differentiate.h"
#include "noether/algebra/equalities.h"
#include "noether/algebra/equivalents.h"
#include "noether/algebra/normal/domain.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/egraph/terms/cheapest.h"

namespace noether::algebra {
namespace {

// What a reader finds simple: few symbols, and of those the familiar ones. The weights only break
// ties between expressions of about the same length.
std::uint64_t weight(Head head) {
  constexpr std::uint64_t kSymbol = 10;
  switch (head.op()) {
    case Op::Derivative:
    case Op::Integral:
    case Op::DefiniteIntegral:
      return 100 * kSymbol;
    case Op::Csc:
    case Op::Sec:
    case Op::Cot:
    case Op::Csch:
    case Op::Sech:
    case Op::Coth:
    case Op::Acsc:
    case Op::Asec:
    case Op::Acot:
    case Op::Acsch:
    case Op::Asech:
    case Op::Acoth:
      return kSymbol + 6;
    case Op::Power:
      return kSymbol + 1;
    case Op::Number:
      return head == Vocabulary::kMinusOne ? kSymbol + 1 : kSymbol - 1;
    default:
      return kSymbol;
  }
}

constexpr auto simplicity = [](std::uint32_t symbol, std::span<const std::uint64_t> children) {
  std::uint64_t cost = weight(Head(symbol));
  for (const std::uint64_t child : children) {
    if (__builtin_add_overflow(cost, child, &cost)) return UINT64_MAX;
  }
  return cost;
};

// The normal form, when it may stand for the expression.
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
  const auto cheapest = egraph::cheapest_terms(terms, simplicity);
  const auto term = cheapest.term(0);
  return term ? to_expression(*term, pool) : start;
}

}  // namespace noether::algebra
