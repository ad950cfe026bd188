#include "noether/algebra/rules/rule_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace noether::algebra {
namespace {

// Terms of conditions are patterns of binary operators, so a stack of them never reaches this
// depth.
constexpr std::size_t kMaxTermStack = 2 * kMaxPatternDepth;

bool is_wanted(const RuleText& rule, RuleChoice choice) {
  if (rule.real && choice.complex) return false;
  if (rule.complex && !choice.complex) return false;
  return choice.widening || !rule.widens;
}

bool is_pattern_variable(const Expressions& pool, ExprId id) {
  return pool.op(id) == Op::Variable &&
         pool.vocabulary().variable_name(pool.head(id)).starts_with('?');
}

// The head if it is the same in every vocabulary; nothing for numbers and names that are not common
// to all.
std::optional<Head> portable_head(const Expressions& pool, ExprId id) {
  const Head head = pool.head(id);
  if (head.op() == Op::Number) return Vocabulary::common_number(pool.value(id));
  if (has_index(head.op())) return std::nullopt;
  return head;
}

std::uint32_t variable_place(const Expressions& pool, ExprId id, egraph::VariableNames& variables) {
  const auto name = pool.vocabulary().variable_name(pool.head(id));
  const auto at = std::ranges::find(variables, name);
  if (at == variables.end()) variables.emplace_back(name);
  return static_cast<std::uint32_t>(std::ranges::find(variables, name) - variables.begin());
}

// Patterns are at most kMaxPatternDepth deep, so recursion is safe.
bool append_pattern(const Expressions& pool, ExprId id, egraph::VariableNames& variables,
                    egraph::Pattern& out) {
  const std::size_t start = out.size();
  if (is_pattern_variable(pool, id)) {
    out.push_back({.is_variable = true, .id = variable_place(pool, id, variables)});
    return true;
  }
  const auto head = portable_head(pool, id);
  if (!head) return false;
  const auto operands = pool.operands(id);
  out.push_back({.id = head->code, .arity = static_cast<std::uint32_t>(operands.size())});
  for (const ExprId operand : operands) {
    if (!append_pattern(pool, operand, variables, out)) return false;
  }
  out[start].size = static_cast<std::uint32_t>(out.size() - start);
  return true;
}

// Compares with the ends of a constant bound that make the test certain despite rounding.
bool at_least(const Range& value, const Range& bound, bool strictly) {
  return strictly ? value.lo > bound.hi : value.lo >= bound.hi;
}
bool at_most(const Range& value, const Range& bound, bool strictly) {
  return strictly ? value.hi < bound.lo : value.hi <= bound.lo;
}

}  // namespace

const RuleBook& RuleBook::shipped(RuleChoice choice) {
  const auto make = [](RuleChoice wanted) {
    Vocabulary vocabulary;
    Expressions pool(vocabulary);
    const auto texts = shipped_rules(pool);
    auto book = texts ? compile(*texts, pool, wanted) : std::unexpected(texts.error());
    if (!book) {
      // The rules were read at build time and are tested, so this means a broken build.
      std::fprintf(stderr, "noether: %s\n", book.error().message.c_str());
      std::abort();
    }
    return std::move(*book);
  };
  if (choice.complex) {
    if (choice.widening) {
      static const RuleBook complex_widening = make({.complex = true, .widening = true});
      return complex_widening;
    }
    static const RuleBook complex = make({.complex = true});
    return complex;
  }
  if (choice.widening) {
    static const RuleBook widening = make({.widening = true});
    return widening;
  }
  static const RuleBook real = make({});
  return real;
}

base::Result<RuleBook> RuleBook::compile(std::span<const RuleText> rules, const Expressions& pool,
                                         RuleChoice choice) {
  RuleBook book;
  book.choice_ = choice;
  std::vector<egraph::Rule> compiled;
  for (const RuleText& text : rules) {
    if (!is_wanted(text, choice)) continue;
    egraph::Rule rule;
    rule.name = text.name;
    bool portable = append_pattern(pool, text.lhs, rule.variables, rule.lhs);
    const std::size_t bound = rule.variables.size();
    portable = append_pattern(pool, text.rhs, rule.variables, rule.rhs) && portable;
    assert(rule.variables.size() == bound && "checked when the rule was read");
    for (const Condition& condition : text.conditions) {
      for (const ExprId term : condition.terms) {
        egraph::Pattern scratch;
        portable = append_pattern(pool, term, rule.variables, scratch) && portable;
      }
    }
    if (!portable) {
      return base::fail(fmt::format("{}:{}: rule {}: rules cannot contain this number or name",
                                    text.file, text.line, text.name));
    }
    rule.variables.resize(bound);
    if (!text.conditions.empty()) {
      rule.condition = static_cast<std::uint32_t>(book.conditions_.size());
      std::vector<Test> tests;
      for (const Condition& condition : text.conditions) {
        Test test{condition.predicate, {}};
        for (const ExprId term : condition.terms) {
          test.terms.push_back(book.compile_term(pool, term, rule.variables));
        }
        tests.push_back(std::move(test));
      }
      book.conditions_.push_back(std::move(tests));
    }
    compiled.push_back(std::move(rule));
  }
  book.rules_ = egraph::RuleSet(std::move(compiled));
  return book;
}

RuleBook::TermProgram RuleBook::compile_term(const Expressions& pool, ExprId term,
                                             const egraph::VariableNames& variables) {
  TermProgram program{static_cast<std::uint32_t>(instructions_.size()), 0};
  // For postfix order, pushes the root, then its operands, and reverses the list.
  std::vector<ExprId> stack{term};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    if (is_pattern_variable(pool, id)) {
      egraph::VariableNames names = variables;
      instructions_.push_back({true, variable_place(pool, id, names), 0});
    } else {
      const auto operands = pool.operands(id);
      instructions_.push_back(
          {false, portable_head(pool, id)->code, static_cast<std::uint32_t>(operands.size())});
      stack.insert(stack.end(), operands.begin(), operands.end());
    }
  }
  std::reverse(instructions_.begin() + program.first, instructions_.end());
  program.count = static_cast<std::uint32_t>(instructions_.size()) - program.first;
  return program;
}

const Facts* RuleBook::facts_of(TermProgram term, const FactMaker& maker,
                                std::span<const Facts* const> variables,
                                std::vector<Facts>& storage) const {
  const auto program = std::span(instructions_).subspan(term.first, term.count);
  if (program.size() == 1 && program[0].is_variable) return variables[program[0].id];
  // The stack holds pointers into `storage`, so it must not be reallocated.
  storage.clear();
  storage.reserve(program.size());
  std::array<const Facts*, kMaxTermStack> stack;
  std::size_t top = 0;
  for (const Instruction& step : program) {
    if (step.is_variable) {
      stack[top++] = variables[step.id];
      continue;
    }
    top -= step.arity;
    storage.push_back(maker.of(Head(step.id), std::span(stack).subspan(top, step.arity)));
    stack[top++] = &storage.back();
  }
  return stack[0];
}

bool RuleBook::holds(std::uint32_t condition, const FactMaker& maker,
                     std::span<const Facts* const> variables) const {
  return std::ranges::all_of(conditions_[condition],
                             [&](const Test& test) { return holds(test, maker, variables); });
}

bool RuleBook::holds(const Test& test, const FactMaker& maker,
                     std::span<const Facts* const> variables) const {
  thread_local std::vector<Facts> storage[3];
  const Facts* terms[3] = {};
  for (std::size_t i = 0; i < test.terms.size(); ++i) {
    terms[i] = facts_of(test.terms[i], maker, variables, storage[i]);
  }
  const Facts& t = *terms[0];
  const auto value = [&] { return maker.vocabulary().value(t.leaf); };
  // If the term is nowhere defined, every condition would hold; but no conclusion is useful then.
  if (t.range.defined == Defined::Never) return false;
  switch (test.predicate) {
    case Predicate::Nonzero:
      return t.range.nonzero;
    case Predicate::Positive:
      return t.real && t.range.positive();
    case Predicate::Negative:
      return t.real && t.range.negative();
    case Predicate::Nonnegative:
      return t.real && t.range.nonnegative();
    case Predicate::Nonpositive:
      return t.real && t.range.nonpositive();
    case Predicate::Integer:
      return t.real && t.range.integer;
    case Predicate::Even:
      return t.is_number() && value().is_even_integer();
    case Predicate::Odd:
      return t.is_number() && value().is_integer() && !value().is_even_integer();
    case Predicate::Defined:
      return t.is_total();
    case Predicate::Constant:
      return t.is_number();
    case Predicate::Variable:
      return t.is_variable();
    case Predicate::Free:
      return t.is_variable() && (terms[1]->variables & variable_bit(t.leaf)) == 0;
    case Predicate::In:
    case Predicate::Inside: {
      const bool strictly = test.predicate == Predicate::Inside;
      return t.real && at_least(t.range, terms[1]->range, strictly) &&
             at_most(t.range, terms[2]->range, strictly);
    }
    case Predicate::Less:
      return t.real && terms[1]->real && t.range.hi < terms[1]->range.lo;
    case Predicate::LessEqual:
      return t.real && terms[1]->real && t.range.hi <= terms[1]->range.lo;
    case Predicate::Real:
      return t.real;
    case Predicate::Distinct:
      return t.real && terms[1]->real && disjoint(t.range, terms[1]->range);
  }
  return false;
}

}  // namespace noether::algebra
