#include "noether/algebra/decide/prove_by_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "noether/algebra/equivalents/assumed_ranges.h"
#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/equivalents/equivalents.h"
#include "noether/egraph/proof.h"

namespace noether::algebra {
namespace {

using Clock = std::chrono::steady_clock;

// Most proofs are found in a small graph, in a millisecond, and those are the short ones; the rest
// get larger attempts.
constexpr std::array<std::size_t, 3> kNodeLimits = {500, 4'000, 40'000};
constexpr std::size_t kMaxRounds = 60;

// A proof that is too long to be written down is a proof still, without steps.
std::vector<Step> steps_of(Expressions& pool, const Equalities& equalities, egraph::NodeId left,
                           egraph::NodeId right) {
  std::vector<Step> steps;
  const auto proof = egraph::explain(equalities.graph(), left, right);
  if (!proof) return steps;
  steps.push_back({to_expression(proof->start, pool), ""});
  for (const egraph::ProofStep& step : proof->steps) {
    std::string name = step.reason.kind == egraph::Reason::Kind::Rule
                           ? equalities.book().rules()[step.reason.index].name
                           : "arithmetic";
    if (!step.forward) name += " (from right to left)";
    steps.push_back({to_expression(step.after, pool), std::move(name)});
  }
  return steps;
}

}  // namespace

std::optional<Proof> prove_by_rules(Expressions& pool, const ProofRequest& request) {
  const RuleBook& book = RuleBook::shipped({.complex = request.field == Field::Complex});
  for (const std::size_t nodes : kNodeLimits) {
    const double seconds = std::chrono::duration<double>(request.deadline - Clock::now()).count();
    if (seconds <= 0 || request.must_stop()) return std::nullopt;
    Equalities equalities(pool.vocabulary(), book, request.want_steps);
    for (const auto& [variable, range] : assumed_ranges(pool, *request.assumptions)) {
      equalities.facts().assume(variable, range);
    }
    const egraph::ClassId left = equalities.add(pool, request.left);
    const egraph::ClassId right = equalities.add(pool, request.right);
    const auto report = equalities.saturate(
        {.limits = {.rounds = kMaxRounds, .made_nodes = nodes, .seconds = seconds},
         .goal = [&] { return equalities.equal(left, right) || request.must_stop(); }});
    if (equalities.equal(left, right)) {
      Proof proof;
      if (request.want_steps) proof.steps = steps_of(pool, equalities, left, right);
      if (!request.want_steps) {
        proof.reason = "by rules";
      } else if (proof.steps.empty()) {
        proof.reason = "by rules, in more steps than can be written down";
      } else if (proof.steps.size() == 2) {
        proof.reason = "by one rule";
      } else {
        proof.reason = fmt::format("by rules, in {} steps", proof.steps.size() - 1);
      }
      return proof;
    }
    if (report.stop == egraph::StopReason::Saturated) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace noether::algebra
