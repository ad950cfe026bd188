// Random terms and rules over a small language, for property tests.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "noether/egraph/pattern.h"

namespace noether::egraph {

class RandomTheory {
 public:
  explicit RandomTheory(std::uint32_t seed) : random_(seed) {}

  SymbolTable language;

  // Uses `variables` as leaves, too; without any, the result is a term.
  std::string pattern(int depth, const std::vector<std::string>& variables) {
    if (depth > 0 && below(4) != 0) {
      switch (below(5)) {
        case 0:
          return applied("g", 1, depth, variables);
        case 1:
          return applied("h", 3, depth, variables);
        default:
          return applied("f", 2, depth, variables);
      }
    }
    if (!variables.empty() && below(4) != 0) return variables[below(variables.size())];
    return std::array{"a", "b", "c"}[below(3)];
  }

  Term term(int depth) { return read_term(pattern(depth, {}), language).value(); }

  Rule rule() {
    for (;;) {
      const std::string lhs = pattern(2, {"?x", "?y", "?z"});
      VariableNames bound;
      (void)read_pattern(lhs, language, bound).value();
      const std::string rhs = pattern(2, bound);
      if (lhs == rhs) continue;
      return read_rule(lhs + "=>" + rhs, lhs, rhs, language).value();
    }
  }
  std::vector<Rule> rules(std::size_t count) {
    std::vector<Rule> rules;
    while (rules.size() < count) rules.push_back(rule());
    return rules;
  }

  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }

 private:
  std::string applied(const std::string& symbol, std::size_t arity, int depth,
                      const std::vector<std::string>& variables) {
    std::string text = "(" + symbol;
    for (std::size_t i = 0; i < arity; ++i) text += " " + pattern(depth - 1, variables);
    return text + ")";
  }

  std::mt19937 random_;
};

}  // namespace noether::egraph
