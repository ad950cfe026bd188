// The time limit of a stage, by a clock that tests can set.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace noether::search {

// Milliseconds since some moment.
using Clock = std::function<double()>;

inline Clock steady_clock() {
  return [] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
  };
}

class TimeBudget {
 public:
  // Begins now. 0: no limit.
  TimeBudget(double milliseconds, Clock clock)
      : limit_(milliseconds), clock_(std::move(clock)), began_(clock_()) {}

  double used_ms() const { return clock_() - began_; }
  bool is_spent() const { return limit_ > 0 && used_ms() >= limit_; }

 private:
  double limit_;
  Clock clock_;
  double began_;
};

}  // namespace noether::search
