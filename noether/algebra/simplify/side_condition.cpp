#include "noether/algebra/simplify/side_condition.h"

#include <algorithm>
#include <array>
#include <optional>

#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/simplify/usual_order.h"

namespace noether::algebra {
namespace {

using ConditionKind = SideCondition::Kind;

// The subject as sign * (left - right), where left is a letter if possible.
struct Compared {
  ExprId left;
  ExprId right;
  bool reversed = false;  // the letter has a negative factor
};

Compared solved(Expressions& pool, ExprId subject) {
  for (const Head variable : variables_of(pool, subject)) {
    const ExprId slope = in_usual_order(pool, differentiate(pool, subject, variable));
    if (!pool.is_number(slope) || pool.value(slope).is_zero()) continue;
    const ExprId rest = substitute(pool, subject, variable, pool.number(0));
    const ExprId right = in_usual_order(pool, pool.make(Op::Divide, {pool.negate(rest), slope}));
    return {pool.leaf(variable), right, pool.value(slope).sign() < 0};
  }
  const ExprId whole = in_usual_order(pool, subject);
  if (pool.op(whole) == Op::Subtract) return {pool.operand(whole, 1), pool.operand(whole, 0), true};
  return {whole, pool.number(0)};
}

struct Signs {
  std::string_view not_equal;
  std::string_view greater_equal;
  std::string_view less_equal;
};
constexpr Signs kTextSigns{" ≠ ", " ≥ ", " ≤ "};
constexpr Signs kLatex{" \\neq ", " \\geq ", " \\leq "};

std::string text_of(Expressions& pool, const SideCondition& condition, const Signs& signs,
                    bool latex) {
  const auto text = [&](ExprId id) { return expression_text(formula::Notation::Latex, pool, id); };
  const auto related = [&](const Compared& sides, std::string_view sign) {
    return text(sides.left) + std::string(sign) + text(sides.right);
  };
  const auto progression = [&](const Rational& first, int step) {
    std::string list;
    for (int i = 0; i < 3; ++i) list += (first + Rational(i * step)).to_string() + ", ";
    return list + (latex ? "\\dots" : "…");
  };
  switch (condition.kind) {
    case ConditionKind::Nonzero:
      return related(solved(pool, condition.subject), signs.not_equal);
    case ConditionKind::Positive: {
      const Compared sides = solved(pool, condition.subject);
      return related(sides, sides.reversed ? " < " : " > ");
    }
    case ConditionKind::Nonnegative: {
      const Compared sides = solved(pool, condition.subject);
      return related(sides, sides.reversed ? signs.less_equal : signs.greater_equal);
    }
    case ConditionKind::NoPole: {
      const Compared sides = solved(pool, condition.subject);
      const bool plain = pool.is_number(sides.right) && !sides.reversed;
      const std::string list =
          plain ? progression(pool.value(sides.right), -1) : progression(Rational(0), -1);
      const ExprId left = plain ? sides.left : condition.subject;
      if (latex) return text(left) + " \\notin \\{" + list + "\\}";
      return text(left) + " ≠ " + list;
    }
    case ConditionKind::WholeFrom: {
      const std::string subject = text(condition.subject);
      const std::string list =
          pool.is_number(condition.from)
              ? progression(pool.value(condition.from), 1)
              : text(condition.from) + ", " +
                    text(in_usual_order(pool,
                                        pool.make(Op::Add, {condition.from, pool.number(1)}))) +
                    ", " + (latex ? "\\dots" : "…");
      return latex ? subject + " \\in \\{" + list + "\\}" : subject + " = " + list;
    }
    case ConditionKind::Defined:
      return latex ? text(condition.subject) + " \\text{ is defined}"
                   : text(condition.subject) + " defined";
  }
  return {};
}

std::optional<Rational> distance(Expressions& pool, ExprId a, ExprId b) {
  const ExprId difference = in_usual_order(pool, pool.make(Op::Subtract, {a, b}));
  if (!pool.is_number(difference)) return std::nullopt;
  return pool.value(difference);
}

}  // namespace

void drop_implied(Expressions& pool, std::vector<SideCondition>& conditions) {
  std::ranges::sort(conditions);
  const auto [first, last] = std::ranges::unique(conditions);
  conditions.erase(first, last);
  const auto has = [&](ConditionKind kind, ExprId subject) {
    return std::ranges::any_of(
        conditions, [&](const SideCondition& c) { return c.kind == kind && c.subject == subject; });
  };
  std::vector<SideCondition> kept;
  for (const SideCondition& c : conditions) {
    if (c.kind != ConditionKind::Positive && has(ConditionKind::Positive, c.subject)) continue;
    // n + 1 is not 0, -1, ... if n is not.
    const bool later_pole = c.kind == ConditionKind::NoPole &&
                            std::ranges::any_of(conditions, [&](const SideCondition& other) {
                              if (other.kind != ConditionKind::NoPole || other.subject == c.subject)
                                return false;
                              const auto beyond = distance(pool, c.subject, other.subject);
                              return beyond && beyond->sign() > 0 && beyond->is_integer();
                            });
    if (!later_pole) kept.push_back(c);
  }
  conditions = std::move(kept);
}

std::string condition_words(Expressions& pool, const SideCondition& condition) {
  return text_of(pool, condition, kTextSigns, false);
}

std::string condition_latex(Expressions& pool, const SideCondition& condition) {
  return text_of(pool, condition, kLatex, true);
}

std::string conditions_text(Expressions& pool, const std::vector<SideCondition>& conditions) {
  std::string text;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (i == 0) {
      text = "for ";
    } else {
      text += i + 1 == conditions.size() ? " and " : ", ";
    }
    text += condition_words(pool, conditions[i]);
  }
  return text;
}

}  // namespace noether::algebra
