// How long a saturation may go on, and how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace noether::egraph {

struct SaturationLimits {
  std::size_t rounds = 30;
  std::size_t made_nodes = 10'000;  // see EGraphCore::made_node_count
  double seconds = 5;               // of the clock on the wall
  std::size_t bytes = SIZE_MAX;     // of the graph and the matches
};

enum class StopReason : std::uint8_t {
  Saturated,  // no rule has anything new to say
  Goal,       // what the caller waits for is there
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
