// Rules written back in the syntax they are read from.

#include <variant>

#include "noether/algebra/rules/rule_file.h"

namespace noether::algebra {

std::string pattern_text(const Expressions& pool, ExprId pattern) {
  std::string text;
  std::vector<std::variant<ExprId, char>> stack{pattern};
  while (!stack.empty()) {
    const auto top = stack.back();
    stack.pop_back();
    if (const char* mark = std::get_if<char>(&top)) {
      text += *mark;
      continue;
    }
    const ExprId id = std::get<ExprId>(top);
    const auto operands = pool.operands(id);
    const bool is_leaf = operands.empty() && pool.op(id) != Op::Call;
    if (!is_leaf) text += '(';
    text += pool.vocabulary().name(pool.head(id));
    if (is_leaf) continue;
    stack.emplace_back(')');
    for (std::size_t i = operands.size(); i-- > 0;) {
      stack.emplace_back(operands[i]);
      stack.emplace_back(' ');
    }
  }
  return text;
}

std::string condition_text(const Expressions& pool, const Condition& condition) {
  std::string text(predicate_name(condition.predicate));
  text += '(';
  for (std::size_t i = 0; i < condition.terms.size(); ++i) {
    if (i > 0) text += ", ";
    text += pattern_text(pool, condition.terms[i]);
  }
  text += ')';
  return text;
}

std::string rule_text(const Expressions& pool, const RuleText& rule) {
  std::string text =
      rule.name + ": " + pattern_text(pool, rule.lhs) + " => " + pattern_text(pool, rule.rhs);
  for (std::size_t i = 0; i < rule.conditions.size(); ++i) {
    text += i == 0 ? " if " : " and ";
    text += condition_text(pool, rule.conditions[i]);
  }
  if (rule.real) text += " @real";
  if (rule.complex) text += " @complex";
  if (rule.widens) text += " @widens";
  return text;
}

}  // namespace noether::algebra
