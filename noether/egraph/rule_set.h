// Rules compiled once, for any number of graphs: all left sides into one match program, each right
// side into the steps that build it. Never changes, so threads may share one.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "noether/egraph/match_program.h"
#include "noether/egraph/pattern_builder.h"
#include "noether/egraph/rule.h"

namespace noether::egraph {

class RuleSet {
 public:
  explicit RuleSet(std::vector<Rule> rules) : rules_(std::move(rules)), program_(rules_) {
    for (const Rule& rule : rules_) {
      lhs_.emplace_back(rule.lhs);
      rhs_.emplace_back(rule.rhs);
    }
  }

  std::size_t size() const { return rules_.size(); }
  const Rule& operator[](std::size_t i) const { return rules_[i]; }
  std::span<const Rule> rules() const { return rules_; }
  const MatchProgram& program() const { return program_; }
  const PatternBuilder& lhs(std::size_t i) const { return lhs_[i]; }
  const PatternBuilder& rhs(std::size_t i) const { return rhs_[i]; }

 private:
  std::vector<Rule> rules_;
  MatchProgram program_;
  std::vector<PatternBuilder> lhs_;
  std::vector<PatternBuilder> rhs_;
};

}  // namespace noether::egraph
