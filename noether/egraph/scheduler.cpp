#include "noether/egraph/scheduler.h"

#include <algorithm>

namespace noether::egraph {
namespace {

// Doubled so often, it is larger than any graph.
constexpr std::uint32_t kMaxDoublings = 24;

std::size_t doubled(std::size_t value, std::uint32_t times) {
  return value << std::min(times, kMaxDoublings);
}

}  // namespace

std::size_t Scheduler::match_limit(std::size_t rule) const {
  if (!options_.back_off) return SIZE_MAX;
  return doubled(options_.match_limit, rules_[rule].times_banned);
}

void Scheduler::ban(std::size_t rule, std::size_t round) {
  RuleState& state = rules_[rule];
  state.banned_until = round + doubled(options_.ban_rounds, state.times_banned);
  ++state.times_banned;
}

bool Scheduler::end_soonest_bans(std::size_t round) {
  std::size_t soonest = SIZE_MAX;
  for (const RuleState& rule : rules_) {
    if (rule.banned_until > round) soonest = std::min(soonest, rule.banned_until);
  }
  if (soonest == SIZE_MAX) return false;
  for (RuleState& rule : rules_) {
    if (rule.banned_until > round) rule.banned_until -= soonest - round;
  }
  return true;
}

}  // namespace noether::egraph
