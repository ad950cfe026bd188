#include "noether/egraph/proof_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace noether::egraph {
namespace {

using Bindings = std::vector<std::optional<Term>>;

Term subterm(const Term& term, std::size_t begin) {
  const auto first = term.tokens.begin();
  return {{first + static_cast<std::ptrdiff_t>(begin),
           first + static_cast<std::ptrdiff_t>(term.subterm_end(begin))}};
}

// Reads both from left to right: a symbol of the pattern must equal a symbol, a variable matches a
// subterm.
bool match(PatternSpan pattern, const Term& term, Bindings& bindings) {
  std::size_t at = 0;
  for (const PatternNode& node : pattern) {
    if (at >= term.size()) return false;
    if (!node.is_variable) {
      if (term.tokens[at] != TermToken{node.id, node.arity}) return false;
      ++at;
      continue;
    }
    Term bound = subterm(term, at);
    at += bound.size();
    std::optional<Term>& binding = bindings[node.id];
    if (binding && *binding != bound) return false;
    binding = std::move(bound);
  }
  return at == term.size();
}

Term instantiate(PatternSpan pattern, const Bindings& bindings) {
  Term term;
  for (const PatternNode& node : pattern) {
    if (node.is_variable) {
      const Term& bound = *bindings[node.id];
      term.tokens.insert(term.tokens.end(), bound.tokens.begin(), bound.tokens.end());
    } else {
      term.tokens.push_back({node.id, node.arity});
    }
  }
  return term;
}

std::string check_rule(const ProofStep& step, const Term& left, const Term& right,
                       std::span<const Rule> rules, const ProofAuthorities& authorities) {
  if (step.reason.index >= rules.size()) return "there is no such rule";
  const Rule& rule = rules[step.reason.index];
  Bindings bindings(rule.variables.size());
  if (!match(rule.lhs, left, bindings)) return "the left side of " + rule.name + " does not match";
  if (instantiate(rule.rhs, bindings) != right) {
    return "the right side of " + rule.name + " is another term";
  }
  if (rule.condition == kNoCondition) return {};
  std::vector<Term> bound;
  for (const auto& binding : bindings) bound.push_back(*binding);
  if (!authorities.condition || !authorities.condition(rule.condition, bound)) {
    return "the condition of " + rule.name + " does not hold";
  }
  return {};
}

std::string check_step(const Term& before, const ProofStep& step, std::span<const Rule> rules,
                       const ProofAuthorities& authorities) {
  const Term& after = step.after;
  const auto begin = subterm_begin(before, step.position);
  if (!after.is_complete()) return "it does not give a term";
  if (!begin || *begin >= after.size()) return "there is no such position";
  const std::size_t before_end = before.subterm_end(*begin);
  const std::size_t after_end = after.subterm_end(*begin);
  const auto cut = static_cast<std::ptrdiff_t>(*begin);
  if (!std::equal(before.tokens.begin(), before.tokens.begin() + cut, after.tokens.begin()) ||
      !std::equal(
          before.tokens.begin() + static_cast<std::ptrdiff_t>(before_end), before.tokens.end(),
          after.tokens.begin() + static_cast<std::ptrdiff_t>(after_end), after.tokens.end())) {
    return "it changes more than its position";
  }
  Term left = subterm(before, *begin);
  Term right = subterm(after, *begin);
  if (!step.forward) std::swap(left, right);
  switch (step.reason.kind) {
    case Reason::Kind::Rule:
      return check_rule(step, left, right, rules, authorities);
    case Reason::Kind::Analysis:
      if (authorities.analysis && authorities.analysis(step.reason.index, left, right)) return {};
      return "the analysis does not confirm it";
    case Reason::Kind::Given:
      if (authorities.given && authorities.given(step.reason.index, left, right)) return {};
      return "it was not given";
    case Reason::Kind::Congruence:
      return "congruence cannot be a step";
  }
  return "its reason is unknown";
}

}  // namespace

base::Result<void> check_proof(const Proof& proof, const Term& start, const Term& end,
                               std::span<const Rule> rules, const ProofAuthorities& authorities) {
  if (proof.start != start || !start.is_complete()) {
    return base::fail("the proof starts from another term");
  }
  const Term* before = &proof.start;
  for (std::size_t i = 0; i < proof.steps.size(); ++i) {
    const std::string wrong = check_step(*before, proof.steps[i], rules, authorities);
    if (!wrong.empty()) return base::fail(fmt::format("step {} is wrong: {}", i + 1, wrong));
    before = &proof.steps[i].after;
  }
  if (*before != end) return base::fail("the proof ends at another term");
  return {};
}

}  // namespace noether::egraph
