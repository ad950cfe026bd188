// The schedule of a saturation: the rules searched in each round, the limits, and the reason it
// ended.
//
// With back-off, as in egg, a rule that finds more new matches than its limit applies none of them
// and is banned for some rounds; limit and ban double each time. The matches are not lost: a rule
// remembers when it was last searched completely, and finds the same matches again after its ban.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace noether::egraph {

struct SchedulerOptions {
  bool back_off = true;  // otherwise every rule in every round
  std::size_t match_limit = 1000;
  std::size_t ban_rounds = 5;
  // Finds old matches again in every round, as egg does. This is slower; without back-off the
  // result is the same. With back-off, old matches count against the limit, so rules are banned
  // sooner.
  bool search_everything = false;
};

class Scheduler {
 public:
  Scheduler() = default;
  Scheduler(std::size_t rule_count, const SchedulerOptions& options)
      : options_(options),
        since_(rule_count),
        times_banned_(rule_count),
        banned_until_(rule_count) {}

  bool is_banned(std::size_t rule, std::size_t round) const { return banned_until_[rule] > round; }
  std::size_t match_limit(std::size_t rule) const;
  // The time from which on changes are new to the rule.
  std::uint32_t since(std::size_t rule) const {
    return options_.search_everything ? 0 : since_[rule];
  }

  // Records that the rule was searched and all its matches applied; changes from `time` on are new
  // to it.
  void applied(std::size_t rule, std::uint32_t time) { since_[rule] = time; }
  // Records that the rule had more matches than its limit.
  void ban(std::size_t rule, std::size_t round);
  // Called when nothing changes any more: shifts all bans so that the first one ends now. Returns
  // whether any rule was banned.
  bool end_soonest_bans(std::size_t round);

 private:
  SchedulerOptions options_;
  // One array per property, because every round iterates over all rules.
  std::vector<std::uint32_t> since_;
  std::vector<std::uint32_t> times_banned_;
  std::vector<std::size_t> banned_until_;  // the first round in which it is searched again
};

// The limits of a saturation, and the reason it ended.
struct SaturationLimits {
  std::size_t rounds = 30;
  std::size_t made_nodes = 10'000;  // see EGraphCore::made_node_count
  double seconds = 5;               // wall-clock time
  std::size_t bytes = SIZE_MAX;     // of the graph and the matches
};

enum class StopReason : std::uint8_t {
  Saturated,  // no rule adds anything new
  Goal,       // the caller's goal is reached
  RoundLimit,
  NodeLimit,
  TimeLimit,
  MemoryLimit,
};

std::string_view to_string(StopReason reason);

struct SaturationReport {
  StopReason stop = StopReason::Saturated;
  std::size_t rounds = 0;
  std::size_t matches = 0;  // applied, whether or not their condition held
  std::size_t unions = 0;   // by rules
  double search_seconds = 0;
  double apply_seconds = 0;
  double rebuild_seconds = 0;
};

}  // namespace noether::egraph
