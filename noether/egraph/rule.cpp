#include "noether/egraph/rule.h"

#include <utility>

namespace noether::egraph {

base::Result<Rule> read_rule(std::string_view name, std::string_view lhs, std::string_view rhs,
                             const SymbolReader& symbols) {
  Rule rule{.name = std::string(name)};
  auto left = read_pattern(lhs, symbols, rule.variables);
  if (!left) return std::unexpected(left.error());
  VariableNames variables = rule.variables;
  auto right = read_pattern(rhs, symbols, variables);
  if (!right) return std::unexpected(right.error());
  if (variables.size() > rule.variables.size()) {
    return base::fail("the right side of " + rule.name + " has the variable " +
                          variables[rule.variables.size()] + ", which the left side has not",
                      {}, "every variable must be bound by the left side");
  }
  rule.lhs = std::move(*left);
  rule.rhs = std::move(*right);
  return rule;
}

}  // namespace noether::egraph
