#include "noether/search/formula/pattern_matcher.h"

#include <algorithm>

#include "noether/formula/operators.h"
#include "noether/index/features/feature.h"
#include "noether/index/features/operator_paths.h"

namespace noether::search {
namespace {

// Distinguishes bindings of variables from those of wildcards.
constexpr std::uint64_t kVariable = std::uint64_t{1} << 63;

bool is_variable(const FlatNode& node) {
  return node.letter_call || (node.leaf && node.type == index::operator_key(formula::Op::Variable));
}

// The hash of operands whose order does not count.
std::uint64_t hash_of_set(std::uint64_t label, std::uint64_t sum) {
  return index::extend_key(label, sum);
}
std::uint64_t hash_in_set(std::uint64_t operand) { return index::extend_key(operand, 1); }

}  // namespace

void PatternMatcher::assign(const FormulaQuery& query, Names names) {
  names_ = names;
  pattern_.assign(query.formula().operators);
  const std::size_t size = pattern_.size();
  wildcards_.resize(size);
  operands_.resize(std::max(operands_.size(), size));
  for (std::size_t i = 0; i < size; ++i) wildcards_[i] = query.wildcard(pattern_.sources()[i]);
  for (std::size_t i = 0; i < size; ++i) {
    auto& operands = operands_[i];
    operands.clear();
    for_each_operand(pattern_.nodes(), i, [&](std::size_t operand) {
      operands.push_back(static_cast<std::uint16_t>(operand));
    });
    std::ranges::reverse(operands);
    if (!pattern_[i].commutes) continue;
    // Parts that match few operands are tried first: large parts first, and wildcards last.
    std::ranges::sort(operands, [&](std::uint16_t a, std::uint16_t b) {
      const bool wild_a = pattern_[a].leaf && wildcards_[a] != 0;
      const bool wild_b = pattern_[b].leaf && wildcards_[b] != 0;
      if (wild_a != wild_b) return wild_b;
      return pattern_[a].size != pattern_[b].size ? pattern_[a].size > pattern_[b].size : a < b;
    });
  }
}

void PatternMatcher::hash_parts(const FlatTree& formula) {
  hashes_.resize(formula.size());
  for (std::size_t i = 0; i < formula.size(); ++i) {
    const FlatNode& node = formula[i];
    std::uint64_t hash = index::extend_key(node.label, node.leaf ? 0 : 1);
    std::uint64_t sum = 0;
    for_each_operand(formula.nodes(), i, [&](std::size_t operand) {
      if (node.commutes) {
        sum += hash_in_set(hashes_[operand]);
      } else {
        hash =
            index::extend_key(index::extend_key(hash, formula[operand].operand), hashes_[operand]);
      }
    });
    hashes_[i] = node.commutes ? hash_of_set(node.label, sum) : hash;
  }
}

bool PatternMatcher::bind(std::uint64_t name, std::uint64_t value, bool one_to_one) {
  for (const Binding& binding : bindings_) {
    if (binding.name == name) return binding.value == value;
    const bool is_same_kind = (binding.name & kVariable) == (name & kVariable);
    if (one_to_one && is_same_kind && binding.value == value) return false;
  }
  bindings_.push_back({name, value});
  return true;
}

bool PatternMatcher::same_head(const FlatNode& own, const FlatNode& other, std::uint16_t p) {
  if (own.leaf != other.leaf) return false;
  if (wildcards_[p] != 0) {
    // Here a wildcard is only the name of a function: other wildcards are matched as a whole.
    return other.letter_call &&
           (wildcards_[p] == FormulaQuery::kAnything || bind(wildcards_[p], other.label, false));
  }
  if (names_ == Names::Renamed && is_variable(own)) {
    return is_variable(other) && bind(kVariable | (own.label >> 1), other.label, true);
  }
  return own.label == other.label && own.type == other.type;
}

bool PatternMatcher::match_node(std::size_t next, std::uint16_t p, std::uint16_t f) {
  const FlatNode& own = pattern_[p];
  const FlatNode& other = (*formula_)[f];
  if (own.leaf && wildcards_[p] != 0) {
    if (wildcards_[p] != FormulaQuery::kAnything && !bind(wildcards_[p], hashes_[f], false)) {
      return false;
    }
    return solve(next);
  }
  if (!same_head(own, other, p)) return false;
  if (own.commutes) {
    goals_.push_back({.pattern = p, .formula = f, .operands = true});
    return solve(next);
  }
  // Ordered operands must correspond on both sides.
  std::size_t matched = 0;
  std::size_t there = 0;
  for_each_operand(formula_->nodes(), f, [&](std::size_t operand) {
    ++there;
    for (const std::uint16_t candidate : operands_[p]) {
      if (pattern_[candidate].operand != (*formula_)[operand].operand) continue;
      ++matched;
      goals_.push_back({.pattern = candidate, .formula = static_cast<std::uint16_t>(operand)});
    }
  });
  return matched == operands_[p].size() && matched == there && solve(next);
}

// Handles the operands of the formula that are left over when all of the pattern are matched.
bool PatternMatcher::match_rest(std::size_t next, const Goal& goal,
                                std::span<const std::uint16_t> rest) {
  if (!rest.empty()) {
    if (goal.pattern + 1U != pattern_.size()) return false;
    is_whole_ = false;
    found_.clear();
    for_each_operand(formula_->nodes(), goal.formula, [&](std::size_t operand) {
      if (std::ranges::find(rest, operand) == rest.end()) {
        found_.push_back(static_cast<std::uint16_t>(operand));
      }
    });
  }
  return solve(next);
}

bool PatternMatcher::match_operands(std::size_t next, const Goal& goal) {
  std::vector<std::uint16_t> free;
  std::vector<std::uint64_t> bits;
  std::uint64_t bit = 1;
  std::size_t count = 0;
  for_each_operand(formula_->nodes(), goal.formula, [&](std::size_t operand) {
    if (++count > kMaxOperands) return;
    if ((goal.used & bit) == 0) {
      free.push_back(static_cast<std::uint16_t>(operand));
      bits.push_back(bit);
    }
    bit <<= 1;
  });
  if (count > kMaxOperands) return false;
  const auto& own = operands_[goal.pattern];
  if (goal.operand == own.size()) return match_rest(next, goal, free);
  if (free.size() < own.size() - goal.operand) return false;
  const std::uint16_t p = own[goal.operand];
  const bool is_last = goal.operand + 1U == own.size();
  const std::size_t goals = goals_.size();
  const std::size_t bindings = bindings_.size();
  const auto undo = [&] {
    goals_.resize(goals);
    bindings_.resize(bindings);
  };
  // The last wildcard matches all remaining operands, as one sum or product.
  if (is_last && pattern_[p].leaf && wildcards_[p] != 0 && free.size() > 1) {
    std::uint64_t sum = 0;
    for (const std::uint16_t operand : free) sum += hash_in_set(hashes_[operand]);
    const std::uint64_t hash = hash_of_set((*formula_)[goal.formula].label, sum);
    if (wildcards_[p] == FormulaQuery::kAnything || bind(wildcards_[p], hash, false)) {
      if (solve(next)) return true;
    }
    undo();
  }
  for (std::size_t i = 0; i < free.size(); ++i) {
    goals_.push_back({.pattern = p, .formula = free[i]});
    goals_.push_back({.pattern = goal.pattern,
                      .formula = goal.formula,
                      .operand = static_cast<std::uint16_t>(goal.operand + 1),
                      .used = goal.used | bits[i],
                      .operands = true});
    if (solve(next)) return true;
    undo();
  }
  return false;
}

bool PatternMatcher::solve(std::size_t at) {
  if (at == goals_.size()) return true;
  if (++steps_ > kMaxSteps) return false;
  const Goal goal = goals_[at];
  const std::size_t goals = goals_.size();
  const std::size_t bindings = bindings_.size();
  const bool solved =
      goal.operands ? match_operands(at + 1, goal) : match_node(at + 1, goal.pattern, goal.formula);
  if (solved) return true;
  goals_.resize(goals);
  bindings_.resize(bindings);
  return false;
}

bool PatternMatcher::find(const FlatTree& formula) {
  found_.clear();
  if (pattern_.size() == 0 || formula.size() == 0) return false;
  formula_ = &formula;
  hash_parts(formula);
  steps_ = 0;
  const auto root = static_cast<std::uint16_t>(pattern_.size() - 1);
  for (std::size_t i = formula.size(); i-- > 0;) {
    if (formula[i].leaf != pattern_[root].leaf || formula[i].type != pattern_[root].type) continue;
    goals_.assign(1, {.pattern = root, .formula = static_cast<std::uint16_t>(i)});
    bindings_.clear();
    found_.clear();
    is_whole_ = i + 1 == formula.size();
    if (!solve(0)) continue;
    if (found_.empty()) found_.push_back(static_cast<std::uint16_t>(i));
    return true;
  }
  return false;
}

}  // namespace noether::search
