#include "noether/algebra/simplify/simplify.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/expression/bound_names.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/normal/domain.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/normal/workspace.h"
#include "noether/algebra/simplify/calculus.h"
#include "noether/algebra/simplify/number_roots.h"
#include "noether/algebra/simplify/reading_cost.h"
#include "noether/algebra/simplify/usual_order.h"
#include "noether/egraph/terms/cheapest.h"

namespace noether::algebra {
namespace {

// Longer expressions are only put in the usual order.
constexpr std::uint64_t kMaxSimplifiedSize = 3000;
constexpr int kRounds = 2;

// Returns whether every indefinite integral stands alone in a term, up to a factor without one.
bool is_linear_in_integrals(const Expressions& pool, ExprId id) {
  if (!contains(pool, id, Op::Integral) || pool.op(id) == Op::Integral) return true;
  const auto operands = pool.operands(id);
  const auto linear = [&](ExprId operand) { return is_linear_in_integrals(pool, operand); };
  switch (pool.op(id)) {
    case Op::Add:
    case Op::Subtract:
      return std::ranges::all_of(operands, linear);
    case Op::Multiply:
      return std::ranges::any_of(
                 operands,
                 [&](ExprId operand) { return !contains(pool, operand, Op::Integral); }) &&
             std::ranges::all_of(operands, linear);
    case Op::Divide:
      return !contains(pool, operands[1], Op::Integral) && linear(operands[0]);
    default:
      return false;
  }
}

class Simplifier {
 public:
  Simplifier(Expressions& pool, Field field, const SimplifyOptions& options)
      : pool_(pool),
        options_(options),
        field_(field),
        normalizer_(pool, field, options.assumptions),
        budget_{.seconds = std::max(0.05, 0.1 * options.seconds)} {}

  normal::Normalizer& normalizer() { return normalizer_; }

  struct Form {
    ExprId expression = kNoExpr;
    std::vector<SideCondition> conditions;
  };

  Form simplest(ExprId start) {
    Form best{start, {}};
    for (int round = 0; round < kRounds; ++round) {
      Form next = improved(best.expression);
      const bool is_new = next.expression != best.expression;
      best.expression = next.expression;
      best.conditions.insert(best.conditions.end(), next.conditions.begin(), next.conditions.end());
      if (!is_new) break;
    }
    name_all_signs(start, best);
    return best;
  }

 private:
  // Where ln(ab) has a value, b > 0 implies a > 0; but ln a + ln b requires both, so both are
  // stated for the reader.
  void name_all_signs(ExprId start, Form& best) {
    using Kind = SideCondition::Kind;
    const auto is_sign = [](const SideCondition& c) { return c.kind == Kind::Positive; };
    if (std::ranges::none_of(best.conditions, is_sign)) return;
    const auto asked = domain_of(start);
    const auto form = domain_of(best.expression);
    if (!asked || !form) return;
    for (const normal::Obligation& o : *asked) {
      if (o.kind != normal::Obligation::Kind::Positive || is_implied(o, *form)) continue;
      best.conditions.push_back({Kind::Positive, o.subject});
    }
    // If y and z are positive, so is yz.
    const std::vector<SideCondition> all = best.conditions;
    const auto is_named = [&](ExprId factor) {
      return std::ranges::any_of(
          all, [&](const SideCondition& c) { return is_sign(c) && c.subject == factor; });
    };
    std::erase_if(best.conditions, [&](const SideCondition& c) {
      return is_sign(c) && pool_.op(c.subject) == Op::Multiply &&
             std::ranges::all_of(pool_.operands(c.subject), is_named);
    });
  }

  // The possible forms of the normal form: one fraction, expanded, factored, a sum.
  std::vector<ExprId> forms_of(ExprId start) {
    std::vector<ExprId> forms{start};
    const auto add_one = [&](ExprId form) {
      if (std::ranges::find(forms, form) == forms.end()) forms.push_back(form);
    };
    const auto add = [&](ExprId form) {
      add_one(form);
      if (field_ != Field::Real) return;
      const ExprId with_roots = with_number_roots(pool_, form);
      if (with_roots != form) add_one(in_usual_order(pool_, with_roots));
    };
    add(in_usual_order(pool_, start));
    if (const auto product = rationalized(pool_, start)) {
      if (const auto form = normalizer_.to_expression(*product, budget_)) {
        add(in_usual_order(pool_, *form));
      }
    }
    if (const auto fraction = normalizer_.to_expression(start, budget_)) {
      add(in_usual_order(pool_, *fraction));
    }
    if (const auto sum = normalizer_.normalize(start, budget_)) {
      add(in_usual_order(pool_, sum->expression));
    }
    normal::Meter meter(budget_);
    normalizer_.workspace().use(meter);
    const normal::Factored parts = normalizer_.workspace().factored(start);
    if (meter.exceeded()) return forms;
    normal::Workspace& w = normalizer_.workspace();
    ExprId above = pool_.number(1);
    ExprId below = pool_.number(1);
    for (const normal::Factored::Factor& factor : parts.factors) {
      const std::int64_t exponent = factor.exponent;
      ExprId& side = exponent > 0 ? above : below;
      side = w.multiply(side, w.whole_power(factor.expression, std::abs(exponent)));
    }
    const auto scaled = [&](ExprId numerator, ExprId denominator) {
      return in_usual_order(
          pool_, w.divide(w.multiply(pool_.number(parts.content), numerator), denominator));
    };
    if (parts.content.is_zero()) return forms;
    const auto expanded_above = normalizer_.to_expression(above, budget_);
    const auto expanded_below = normalizer_.to_expression(below, budget_);
    add(scaled(above, below));
    if (expanded_above) add(scaled(*expanded_above, below));
    if (expanded_above && expanded_below) add(scaled(*expanded_above, *expanded_below));
    if (expanded_below) add(scaled(above, *expanded_below));
    return forms;
  }

  using Domain = normal::Domain;
  std::optional<Domain> domain_of(ExprId id) { return normal::domain_of(normalizer_, id, budget_); }

  static bool is_implied(const normal::Obligation& o, const Domain& by) {
    using Kind = normal::Obligation::Kind;
    if (by.contains(o)) return true;
    if (o.kind == Kind::Nonzero || o.kind == Kind::Nonnegative) {
      return by.contains({Kind::Positive, o.subject});
    }
    return false;
  }

  // The conditions under which `form` equals an expression with the domain `asked`. Nothing if it
  // is not known that the form is defined wherever the expression is.
  std::optional<std::vector<SideCondition>> conditions_of(const Domain& asked, const Domain& form) {
    using Kind = normal::Obligation::Kind;
    if (!std::ranges::all_of(form, [&](const auto& o) { return is_implied(o, asked); })) {
      return std::nullopt;
    }
    std::vector<SideCondition> conditions;
    for (const normal::Obligation& o : asked) {
      if (is_implied(o, form)) continue;
      SideCondition condition;
      condition.subject = o.subject;
      switch (o.kind) {
        case Kind::Never:
          return std::nullopt;
        case Kind::Nonzero:
          condition.kind = SideCondition::Kind::Nonzero;
          break;
        case Kind::Positive:
          condition.kind = SideCondition::Kind::Positive;
          break;
        case Kind::Nonnegative:
          condition.kind = SideCondition::Kind::Nonnegative;
          break;
        case Kind::NoPole:
          condition.kind = SideCondition::Kind::NoPole;
          break;
        case Kind::Defined:
          condition.kind = SideCondition::Kind::Defined;
          break;
      }
      conditions.push_back(condition);
    }
    drop_implied(pool_, conditions);
    return conditions;
  }

  // The cheapest form by rules that may widen the domain. The combination of two such steps need
  // not be valid, so normal forms must find it equal, too.
  std::optional<ExprId> widened(ExprId start) {
    const RuleBook& book =
        RuleBook::shipped({.complex = field_ == Field::Complex, .widening = true});
    Equalities equalities(pool_.vocabulary(), book);
    for (const auto& [variable, range] : assumed_ranges(pool_, options_.assumptions)) {
      equalities.facts().assume(variable, range);
    }
    const egraph::ClassId root = equalities.add(pool_, start);
    equalities.saturate({.limits = {.made_nodes = options_.nodes / 2, .seconds = options_.seconds},
                         .goal = options_.is_over});
    const egraph::TermGraph terms = term_graph_of(equalities.graph(), root);
    const auto term = egraph::cheapest_terms(terms, reading_cost_in(pool_.vocabulary()))
                          .term(0, kMaxSimplifiedSize);
    if (!term) return std::nullopt;
    const ExprId form = in_usual_order(pool_, to_expression(*term, pool_));
    if (!normalizer_.equal(start, form, budget_).value_or(false)) return std::nullopt;
    return form;
  }

  Form improved(ExprId start) {
    const auto asked = domain_of(start);
    const RuleBook& book = RuleBook::shipped({.complex = field_ == Field::Complex});
    Equalities equalities(pool_.vocabulary(), book);
    for (const auto& [variable, range] : assumed_ranges(pool_, options_.assumptions)) {
      equalities.facts().assume(variable, range);
    }
    struct Root {
      ExprId form;
      egraph::ClassId id;
      std::vector<SideCondition> conditions;
    };
    std::vector<Root> roots;
    for (const ExprId form : forms_of(start)) {
      std::vector<SideCondition> conditions;
      if (form != start) {
        const auto domain = asked ? domain_of(form) : std::nullopt;
        if (!domain) continue;
        auto said = conditions_of(*asked, *domain);
        if (!said) continue;
        if (!said->empty() && options_.equality == Equality::Strict) continue;
        conditions = *std::move(said);
      }
      roots.push_back({form, equalities.add(pool_, form), std::move(conditions)});
    }
    equalities.saturate({.limits = {.made_nodes = options_.nodes, .seconds = options_.seconds},
                         .goal = options_.is_over});
    Form best{roots[0].form, roots[0].conditions};
    std::uint64_t best_cost = reading_cost(pool_, best.expression);
    const auto offer = [&](ExprId form, const std::vector<SideCondition>& conditions) {
      std::uint64_t cost = reading_cost(pool_, form);
      for (const SideCondition& condition : conditions) cost += condition_cost(condition);
      if (cost >= best_cost) return;
      best_cost = cost;
      best = {form, conditions};
    };
    // An expression that the rules find strictly equal to the start needs no conditions, however it
    // was derived.
    const auto conditions_at = [&](const Root& root) -> std::vector<SideCondition> {
      if (equalities.equal(root.id, roots[0].id)) return {};
      return root.conditions;
    };
    for (const Root& root : roots) offer(root.form, conditions_at(root));
    if (asked && options_.equality == Equality::WhereBothDefined) {
      if (const auto form = widened(start)) {
        const auto domain = domain_of(*form);
        const auto conditions = domain ? conditions_of(*asked, *domain) : std::nullopt;
        if (conditions) offer(*form, *conditions);
      }
    }
    for (const Root& root : roots) {
      const egraph::TermGraph terms = term_graph_of(equalities.graph(), root.id);
      const auto cheapest = egraph::cheapest_terms(terms, reading_cost_in(pool_.vocabulary()));
      const auto term = cheapest.term(0, kMaxSimplifiedSize);
      if (!term) continue;
      offer(in_usual_order(pool_, to_expression(*term, pool_)), conditions_at(root));
    }
    return best;
  }

  Expressions& pool_;
  const SimplifyOptions& options_;
  Field field_;
  normal::Normalizer normalizer_;
  normal::Budget budget_;
};

// Replaces the remaining integrals, sums and limits by names while the rest is simplified: another
// form of their body that is defined elsewhere, too, would be a different integral.
class Undone {
 public:
  explicit Undone(Expressions& pool) : pool_(pool) {}

  ExprId hide(ExprId root) {
    std::unordered_map<ExprId, ExprId> image;
    std::vector<ExprId> operands;
    for (const ExprId id : subexpressions(pool_, root)) {
      operands.clear();
      for (const ExprId operand : pool_.operands(id)) operands.push_back(image[operand]);
      const Op op = pool_.op(id);
      if (op == Op::Integral || op == Op::Derivative || is_binder(pool_, id)) {
        const ExprId whole = pool_.make(pool_.head(id), pool_.operands(id));
        image[id] = pool_.call("\x03" + std::to_string(hidden_.size()), {});
        hidden_.emplace_back(pool_.head(image[id]), whole);
      } else {
        image[id] = pool_.make(pool_.head(id), operands);
      }
    }
    return image[root];
  }

  ExprId show(ExprId root) {
    for (std::size_t i = hidden_.size(); i-- > 0;) {
      root = substitute(pool_, root, hidden_[i].first, hidden_[i].second);
    }
    return root;
  }

 private:
  Expressions& pool_;
  std::vector<std::pair<Head, ExprId>> hidden_;
};

ExprId unused_constant(Expressions& pool, ExprId expression) {
  std::string name = "C";
  const auto variables = variables_of(pool, expression);
  for (int number = 1; std::ranges::any_of(
           variables, [&](Head v) { return pool.vocabulary().variable_name(v) == name; });
       ++number) {
    name = "C_" + std::to_string(number);
  }
  return pool.variable(name);
}

}  // namespace

Simplified simplify_for_reading(Expressions& pool, ExprId expression,
                                const SimplifyOptions& options) {
  const ExprId start = eliminate_derivatives(pool, expression);
  if (tree_size(pool, start, kMaxSimplifiedSize) >= kMaxSimplifiedSize)
    return {in_usual_order(pool, start), {}};
  // The treatment of the constant is unclear: (\int x dx)^2.
  if (!is_linear_in_integrals(pool, start)) return {in_usual_order(pool, start), {}};
  const Field field = resolve_field(pool, start, start, options.field);
  Simplifier simplifier(pool, field, options);
  WorkedOut worked{start, {}};
  if (field == Field::Real) worked = work_out(pool, simplifier.normalizer(), start);
  if (options.equality == Equality::Strict && !worked.conditions.empty()) worked = {start, {}};
  Undone undone(pool);
  Simplified result;
  if (worked.is_final) {
    result.expression = worked.expression;
  } else {
    auto form = simplifier.simplest(undone.hide(worked.expression));
    result.expression = in_usual_order(pool, undone.show(form.expression));
    for (SideCondition& condition : form.conditions) {
      condition.subject = undone.show(condition.subject);
    }
    result.conditions = std::move(form.conditions);
  }
  result.conditions.insert(result.conditions.end(), worked.conditions.begin(),
                           worked.conditions.end());
  drop_implied(pool, result.conditions);
  const bool integrated =
      contains(pool, start, Op::Integral) && !contains(pool, result.expression, Op::Integral);
  if (integrated && !variables_of(pool, result.expression).empty()) {
    result.constant = unused_constant(pool, result.expression);
    result.expression = pool.make(Op::Add, {result.expression, result.constant});
  }
  return result;
}

}  // namespace noether::algebra
