#include "noether/algebra/solve/statement_steps.h"

#include <algorithm>

#include "noether/algebra/normal/workspace.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/solve/number_words.h"
#include "noether/algebra/solve/real_number.h"

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

namespace {

constexpr std::uint64_t kLongestName = 24;  // tokens of the added term
constexpr normal::Budget kBudget{.seconds = 0.5};

class OperationNamer {
 public:
  OperationNamer(Expressions& pool, normal::Normalizer& normalizer, formula::Notation notation)
      : pool_(pool), normalizer_(normalizer), notation_(notation) {}

  std::string name(const Relation& a, const Relation& b) {
    if (b == a) return "the same line again";
    const bool same_left = equal(a.left, b.left);
    const bool same_right = equal(a.right, b.right);
    if (a.kind == b.kind && same_left && same_right) {
      if (a.left == b.left) return "rewrote the right side";
      return a.right == b.right ? "rewrote the left side" : "rewrote both sides";
    }
    if (equal(a.left, b.right) && equal(a.right, b.left)) return "swapped the sides";
    if (a.kind == b.kind) {
      if (auto added = addition(a, b)) return *added;
    }
    if (auto multiplied = multiplication(a, b)) return *multiplied;
    if (a.kind != b.kind) return "";
    if (auto raised = power(a, b)) return *raised;
    const auto after = [&](Op op, const Relation& from, const Relation& to) {
      return equal(to.left, pool_.make(op, {from.left})) &&
             equal(to.right, pool_.make(op, {from.right}));
    };
    if (after(Op::Ln, a, b)) return "took the logarithm of both sides";
    if (after(Op::Exp, a, b) || after(Op::Ln, b, a)) return "took the exponential of both sides";
    if (after(Op::Exp, b, a)) return "took the logarithm of both sides";
    if (is_reciprocal(a.left, b.left) && is_reciprocal(a.right, b.right)) {
      return "took the reciprocal of both sides";
    }
    if (is_logarithm_of_other_base(a, b)) return "took the logarithm of both sides";
    return "";
  }

  // u^2 = c, and then u = sqrt(c) or u = -sqrt(c).
  bool is_square_root(const Relation& a, const Statement& after) {
    return std::ranges::all_of(after.any, [&](const Statement::All& all) {
      return equal(a.left, raised(all[0].left, 2)) && equal(a.right, raised(all[0].right, 2));
    });
  }

  // P = 0, and then each factor of P = 0.
  bool is_factor_by_factor(const Relation& a, const Statement& after) {
    if (!is_zero(a.right)) return false;
    ExprId product = pool_.number(1);
    for (const Statement::All& all : after.any) {
      if (!is_zero(all[0].right)) return false;
      product = pool_.make(Op::Multiply, {product, all[0].left});
    }
    const auto ratio = written(pool_.make(Op::Divide, {a.left, product}));
    return ratio && pool_.is_number(*ratio);
  }

 private:
  bool equal(ExprId a, ExprId b) { return normalizer_.equal(a, b, kBudget).value_or(false); }
  bool is_zero(ExprId a) { return normalizer_.is_zero(a, kBudget).value_or(false); }
  ExprId raised(ExprId a, int exponent) {
    return pool_.make(Op::Power, {a, pool_.number(exponent)});
  }
  std::optional<ExprId> written(ExprId id) {
    const auto form = normalizer_.to_expression(id, kBudget);
    if (!form || tree_size(pool_, *form, kLongestName + 1) > kLongestName) return std::nullopt;
    return form;
  }
  std::string text(ExprId id) {
    if (pool_.is_number(id)) return pool_.value(id).to_string();
    return expression_text(notation_, pool_, with_roots(pool_, id));
  }

  std::optional<std::string> addition(const Relation& a, const Relation& b) {
    const ExprId left = pool_.make(Op::Subtract, {b.left, a.left});
    const ExprId right = pool_.make(Op::Subtract, {b.right, a.right});
    if (!equal(left, right)) return std::nullopt;
    const auto added = written(left);
    const auto subtracted = written(pool_.negate(left));
    if (!added || !subtracted) return std::nullopt;
    const std::string plus = text(*added);
    const std::string minus = text(*subtracted);
    if (plus.starts_with('-') && !minus.starts_with('-')) {
      return "subtracted " + minus + " from both sides";
    }
    return "added " + plus + " to both sides";
  }

  std::optional<std::string> multiplication(const Relation& a, const Relation& b) {
    const bool zero_right = is_zero(a.right) && is_zero(b.right);
    const bool zero_left = is_zero(a.left) && is_zero(b.left);
    if (!zero_left && !zero_right) {
      if (is_zero(a.left) || is_zero(a.right) || is_zero(b.left) || is_zero(b.right)) return {};
      const ExprId left = pool_.make(Op::Multiply, {b.left, a.right});
      if (!equal(left, pool_.make(Op::Multiply, {b.right, a.left}))) return {};
    }
    const ExprId by = zero_left ? pool_.make(Op::Divide, {b.right, a.right})
                                : pool_.make(Op::Divide, {b.left, a.left});
    const auto factor = written(by);
    const auto divisor = written(pool_.make(Op::Divide, {pool_.number(1), by}));
    if (!factor || !divisor) return std::nullopt;
    // If one side is 0, any two equations have a quotient, but no multiplication by it took place.
    if (!is_whole(*factor) && !is_whole(*divisor)) return std::nullopt;
    std::string name;
    const bool is_division = tree_size(pool_, *divisor) < tree_size(pool_, *factor) ||
                             (pool_.is_number(*divisor) && pool_.value(*divisor).is_integer() &&
                              !pool_.value(*factor).is_integer());
    name = is_division ? "divided both sides by " + text(*divisor)
                       : "multiplied both sides by " + text(*factor);
    // A negative factor reverses an inequality.
    const bool is_turned = a.kind != b.kind;
    const bool has_direction =
        a.kind != Relation::Kind::Equal && a.kind != Relation::Kind::NotEqual;
    const bool is_negative = pool_.is_number(*factor) && pool_.value(*factor).sign() < 0;
    if (is_turned) return is_negative ? std::optional(name + " and turned the sign") : std::nullopt;
    if (has_direction && is_negative) name += " without turning the sign";
    return name;
  }

  // Returns whether it has no division by an expression that depends on a variable.
  bool is_whole(ExprId root) const {
    return std::ranges::none_of(subexpressions(pool_, root), [&](ExprId id) {
      return pool_.op(id) == Op::Divide && !variables_of(pool_, pool_.operand(id, 1)).empty();
    });
  }

  std::optional<std::string> power(const Relation& a, const Relation& b) {
    for (const int n : {2, 3, 4}) {
      if (equal(b.left, raised(a.left, n)) && equal(b.right, raised(a.right, n))) {
        if (n == 2) return "squared both sides";
        return n == 3 ? "cubed both sides" : "took the fourth power of both sides";
      }
      if (equal(a.left, raised(b.left, n)) && equal(a.right, raised(b.right, n))) {
        const std::string root = n == 2 ? "square" : n == 3 ? "cube" : "fourth";
        return "took the " + root + " root of both sides";
      }
    }
    return std::nullopt;
  }

  bool is_reciprocal(ExprId a, ExprId b) {
    const ExprId product = pool_.make(Op::Multiply, {a, b});
    return equal(product, pool_.number(1));
  }

  bool is_logarithm_of_other_base(const Relation& a, const Relation& b) {
    const ExprId left = pool_.make(Op::Ln, {a.left});
    const ExprId right = pool_.make(Op::Ln, {a.right});
    if (is_zero(left) || is_zero(right) || is_zero(b.left) || is_zero(b.right)) return false;
    const ExprId across = pool_.make(Op::Multiply, {b.left, right});
    return equal(across, pool_.make(Op::Multiply, {b.right, left}));
  }

  Expressions& pool_;
  normal::Normalizer& normalizer_;
  formula::Notation notation_;
};

}  // namespace

std::string operation_between(Expressions& pool, normal::Normalizer& normalizer,
                              const Statement& before, const Statement& after,
                              formula::Notation notation) {
  OperationNamer namer(pool, normalizer, notation);
  if (before.any.size() != 1 || before.any[0].size() != 1) return "";
  const Relation& from = before.any[0][0];
  if (after.any.size() == 1 && after.any[0].size() == 1) return namer.name(from, after.any[0][0]);
  if (after.any.size() < 2 || !after.has_only_equations() || !before.equation()) return "";
  if (namer.is_square_root(from, after)) return "took the square root of both sides";
  if (namer.is_factor_by_factor(from, after)) return "set each factor to 0";
  return "";
}

}  // namespace noether::algebra
