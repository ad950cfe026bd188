#include "noether/algebra/prove_by_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "noether/algebra/assumed_ranges.h"
#include "noether/algebra/equalities.h"

namespace noether::algebra {
namespace {

using Clock = std::chrono::steady_clock;

// Most proofs are found in a small graph, in milliseconds; the rest get one larger attempt.
constexpr std::array<std::size_t, 2> kNodeLimits = {4'000, 40'000};
constexpr std::size_t kMaxRounds = 60;

}  // namespace

std::optional<Proof> prove_by_rules(Expressions& pool, const ProofRequest& request) {
  const RuleBook& book = RuleBook::shipped({.complex = request.field == Field::Complex});
  for (const std::size_t nodes : kNodeLimits) {
    const double seconds = std::chrono::duration<double>(request.deadline - Clock::now()).count();
    if (seconds <= 0) return std::nullopt;
    Equalities equalities(pool.vocabulary(), book, request.want_steps);
    for (const auto& [variable, range] : assumed_ranges(pool, *request.assumptions)) {
      equalities.facts().assume(variable, range);
    }
    const egraph::ClassId left = equalities.add(pool, request.left);
    const egraph::ClassId right = equalities.add(pool, request.right);
    const auto report = equalities.saturate(
        {.limits = {.rounds = kMaxRounds, .made_nodes = nodes, .seconds = seconds},
         .goal = [&] { return equalities.equal(left, right); }});
    if (equalities.equal(left, right)) {
      return Proof{fmt::format("by {} rounds of rules", report.rounds), {}};
    }
    if (report.stop == egraph::StopReason::Saturated) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace noether::algebra
