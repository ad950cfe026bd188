// Compiled rules: patterns for e-graphs, conditions for facts.
//
// A book never changes after construction, so threads share it. Its numbers are common ones (see
// Vocabulary), so it works with every vocabulary.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/algebra/rules/facts.h"
#include "noether/algebra/rules/rule_file.h"
#include "noether/base/error.h"
#include "noether/egraph/match_program.h"

namespace noether::algebra {

// Selects rules of the files.
struct RuleChoice {
  bool complex = false;   // for the complex field: no @real rules, but the @complex ones
  bool widening = false;  // also those that may extend the domain

  friend bool operator==(const RuleChoice&, const RuleChoice&) = default;
};

class RuleBook {
 public:
  // The rules that are built into the program.
  static const RuleBook& shipped(RuleChoice choice);
  static base::Result<RuleBook> compile(std::span<const RuleText> rules, const Expressions& pool,
                                        RuleChoice choice);

  const egraph::RuleSet& rules() const { return rules_; }
  const RuleChoice& choice() const { return choice_; }

  // Returns whether a rule's condition is known to hold if its variables have these facts.
  bool holds(std::uint32_t condition, const FactMaker& maker,
             std::span<const Facts* const> variables) const;

 private:
  // A step of a term in postfix order: a variable of the rule, or a head applied to earlier
  // results.
  struct Instruction {
    bool is_variable;
    std::uint32_t id;  // position of the variable among the rule's, or code of the head
    std::uint32_t arity;
  };
  struct TermProgram {
    std::uint32_t first;
    std::uint32_t count;
  };
  struct Test {
    Predicate predicate;
    std::vector<TermProgram> terms;
  };

  RuleBook() : rules_({}) {}
  TermProgram compile_term(const Expressions& pool, ExprId term,
                           const egraph::VariableNames& variables);
  // Points to one of `variables`, or to the result in `storage`.
  const Facts* facts_of(TermProgram term, const FactMaker& maker,
                        std::span<const Facts* const> variables, std::vector<Facts>& storage) const;
  bool holds(const Test& test, const FactMaker& maker,
             std::span<const Facts* const> variables) const;

  RuleChoice choice_;
  std::vector<Instruction> instructions_;
  std::vector<std::vector<Test>> conditions_;
  egraph::RuleSet rules_;
};

}  // namespace noether::algebra
