#include "noether/egraph/scheduler.h"

#include <algorithm>

namespace noether::egraph {
namespace {

// After this many doublings, the limit is larger than any graph.
constexpr std::uint32_t kMaxDoublings = 24;

std::size_t doubled(std::size_t value, std::uint32_t times) {
  return value << std::min(times, kMaxDoublings);
}

}  // namespace

std::size_t Scheduler::match_limit(std::size_t rule) const {
  if (!options_.back_off) return SIZE_MAX;
  return doubled(options_.match_limit, times_banned_[rule]);
}

void Scheduler::ban(std::size_t rule, std::size_t round) {
  banned_until_[rule] = round + doubled(options_.ban_rounds, times_banned_[rule]);
  ++times_banned_[rule];
}

bool Scheduler::end_soonest_bans(std::size_t round) {
  std::size_t soonest = SIZE_MAX;
  for (const std::size_t until : banned_until_) {
    if (until > round) soonest = std::min(soonest, until);
  }
  if (soonest == SIZE_MAX) return false;
  for (std::size_t& until : banned_until_) {
    if (until > round) until -= soonest - round;
  }
  return true;
}

std::string_view to_string(StopReason reason) {
  switch (reason) {
    case StopReason::Saturated:
      return "saturated";
    case StopReason::Goal:
      return "goal";
    case StopReason::RoundLimit:
      return "round limit";
    case StopReason::NodeLimit:
      return "node limit";
    case StopReason::TimeLimit:
      return "time limit";
    case StopReason::MemoryLimit:
      return "memory limit";
  }
  return "";
}

}  // namespace noether::egraph
