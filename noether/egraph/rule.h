// A rewrite rule: what matches the left side equals the right side, if the condition holds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/egraph/pattern.h"

namespace noether::egraph {

inline constexpr std::uint32_t kNoCondition = UINT32_MAX;

struct Rule {
  std::string name = {};
  Pattern lhs = {};
  Pattern rhs = {};
  // Handed to the analysis' `holds` with what the variables are bound to, in the order of
  // `variables`; what it means is between the analysis and whoever made the rule.
  std::uint32_t condition = kNoCondition;
  VariableNames variables = {};  // of the left side, in the order they are met there
};

// Every variable of the right side must occur on the left.
base::Result<Rule> read_rule(std::string_view name, std::string_view lhs, std::string_view rhs,
                             const SymbolReader& symbols);

template <Language L>
base::Result<Rule> read_rule(std::string_view name, std::string_view lhs, std::string_view rhs,
                             L& language) {
  return read_rule(name, lhs, rhs, [&](std::string_view symbol, std::size_t arity) {
    return language.symbol(symbol, arity);
  });
}

}  // namespace noether::egraph
