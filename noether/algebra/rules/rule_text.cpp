// The text of rules: the names of their predicates, and rules written in the syntax of rule files.

#include <array>
#include <variant>

#include "noether/algebra/rules/rule_file.h"

namespace noether::algebra {
namespace {

struct PredicateInfo {
  Predicate predicate;
  std::string_view name;
  std::size_t arity;
};

constexpr std::array kPredicates = {
    PredicateInfo{Predicate::Nonzero, "nonzero", 1},
    PredicateInfo{Predicate::Positive, "positive", 1},
    PredicateInfo{Predicate::Negative, "negative", 1},
    PredicateInfo{Predicate::Nonnegative, "nonnegative", 1},
    PredicateInfo{Predicate::Nonpositive, "nonpositive", 1},
    PredicateInfo{Predicate::Integer, "integer", 1},
    PredicateInfo{Predicate::Even, "even", 1},
    PredicateInfo{Predicate::Odd, "odd", 1},
    PredicateInfo{Predicate::Defined, "defined", 1},
    PredicateInfo{Predicate::Constant, "constant", 1},
    PredicateInfo{Predicate::Variable, "variable", 1},
    PredicateInfo{Predicate::Free, "free", 2},
    PredicateInfo{Predicate::In, "in", 3},
    PredicateInfo{Predicate::Inside, "inside", 3},
    PredicateInfo{Predicate::Less, "less", 2},
    PredicateInfo{Predicate::LessEqual, "lesseq", 2},
    PredicateInfo{Predicate::Real, "real", 1},
    PredicateInfo{Predicate::Distinct, "distinct", 2},
};

// The table is indexed by the predicate.
static_assert([] {
  for (std::size_t i = 0; i < kPredicates.size(); ++i) {
    if (static_cast<std::size_t>(kPredicates[i].predicate) != i) return false;
  }
  return true;
}());

}  // namespace

std::string_view predicate_name(Predicate predicate) {
  return kPredicates[static_cast<std::size_t>(predicate)].name;
}

std::size_t predicate_arity(Predicate predicate) {
  return kPredicates[static_cast<std::size_t>(predicate)].arity;
}

std::optional<Predicate> predicate_by_name(std::string_view name) {
  for (const PredicateInfo& info : kPredicates) {
    if (info.name == name) return info.predicate;
  }
  return std::nullopt;
}

std::string predicate_names() {
  std::string names;
  for (const PredicateInfo& info : kPredicates) {
    if (!names.empty()) names += ' ';
    names += info.name;
  }
  return names;
}

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
