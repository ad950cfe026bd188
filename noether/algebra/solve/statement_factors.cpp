#include "noether/algebra/solve/statement_factors.h"

#include <algorithm>

#include "noether/algebra/normal/workspace.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::algebra {

ExprId difference(Expressions& pool, const Statement& statement) {
  ExprId product = kNoExpr;
  for (const auto& all : statement.any) {
    const ExprId one = pool.make(Op::Subtract, {all[0].left, all[0].right});
    product = product == kNoExpr ? one : pool.make(Op::Multiply, {product, one});
  }
  return product;
}

std::optional<StatementFactors> factors_of(Expressions& pool, normal::Normalizer& normalizer,
                                           const Statement& statement) {
  StatementFactors found;
  const ExprId product = difference(pool, statement);
  const auto domain = normal::domain_of(normalizer, product);
  if (!domain) return std::nullopt;
  found.domain = *domain;
  for (const auto& all : statement.any) {
    const auto own =
        normal::domain_of(normalizer, pool.make(Op::Subtract, {all[0].left, all[0].right}));
    if (!own) return std::nullopt;
    found.has_mixed_domains |= *own != *domain;
  }
  normal::Meter meter({});
  normalizer.workspace().use(meter);
  const bool is_zero = normalizer.workspace().canonical(product).is_zero();
  if (meter.exceeded() || is_zero) return std::nullopt;
  const normal::Factored factored = normalizer.workspace().factored(product);
  if (meter.exceeded()) return std::nullopt;
  for (const auto& factor : factored.factors) {
    if (factor.exponent > 0 && !factor.positive) found.vanishing.push_back(factor.expression);
  }
  return found;
}

std::vector<ExprId> beyond(const StatementFactors& own, const StatementFactors& other) {
  std::vector<ExprId> rest;
  for (const ExprId factor : own.vanishing) {
    const bool shared = std::ranges::find(other.vanishing, factor) != other.vanishing.end();
    const bool excluded = own.domain.contains({normal::Obligation::Kind::Nonzero, factor}) ||
                          own.domain.contains({normal::Obligation::Kind::Positive, factor});
    if (!shared && !excluded) rest.push_back(factor);
  }
  return rest;
}

std::optional<std::string> condition_text(const Expressions& pool,
                                          const normal::Obligation& obligation,
                                          formula::Notation notation) {
  const std::string subject = expression_text(notation, pool, obligation.subject);
  switch (obligation.kind) {
    case normal::Obligation::Kind::Nonzero:
      return subject + " != 0";
    case normal::Obligation::Kind::Positive:
      return subject + " > 0";
    case normal::Obligation::Kind::Nonnegative:
      return subject + " >= 0";
    default:
      return std::nullopt;
  }
}

std::optional<TermSizes> sizes_of(normal::Normalizer& normalizer, ExprId expression) {
  normal::Meter meter({});
  normalizer.workspace().use(meter);
  TermSizes sizes;
  for (const auto& term : normalizer.workspace().canonical(expression).terms) {
    sizes[term.monomial] = term.coefficient.sign() < 0 ? -term.coefficient : term.coefficient;
  }
  if (meter.exceeded()) return std::nullopt;
  return sizes;
}

bool has_odd_root(const Expressions& pool, const Statement& statement) {
  const auto is_odd_root = [&](ExprId id) {
    if (pool.op(id) != Op::Power || !pool.is_number(pool.operand(id, 1))) return false;
    const Rational& exponent = pool.value(pool.operand(id, 1));
    return !exponent.is_integer() && exponent.has_odd_denominator();
  };
  return std::ranges::any_of(statement.any, [&](const Statement::All& all) {
    return std::ranges::any_of(all, [&](const Relation& relation) {
      return std::ranges::any_of(subexpressions(pool, relation.left), is_odd_root) ||
             std::ranges::any_of(subexpressions(pool, relation.right), is_odd_root);
    });
  });
}

}  // namespace noether::algebra
