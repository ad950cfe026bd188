// Work in pieces that do not depend on one another, by several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

namespace noether::base {

inline constexpr unsigned kMostThreads = 1024;

// 0 stands for as many as the machine runs at once.
inline unsigned thread_count(unsigned asked) {
  const unsigned count = asked > 0 ? asked : std::thread::hardware_concurrency();
  return std::clamp(count, 1U, kMostThreads);
}

struct NoThreadState {};

// Calls `work(piece, thread)` for all pieces below `count`; each thread, of which the calling one
// is number 0, takes the next piece that nobody has taken. `work` must not throw.
//
// Every thread that is started has a `ThreadState` from its begin to its end; work that computes
// with FLINT takes `algebra::ThreadMemory`.
template <typename ThreadState = NoThreadState>
void for_each_in_parallel(std::size_t count, unsigned threads,
                          const std::function<void(std::size_t piece, std::size_t thread)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take = [&](std::size_t thread) {
    for (std::size_t piece = next++; piece < count; piece = next++) work(piece, thread);
  };
  std::vector<std::thread> others;
  try {
    for (std::size_t t = 1; t < std::min<std::size_t>(threads, count); ++t) {
      others.emplace_back([&take, t] {
        [[maybe_unused]] const ThreadState state;
        take(t);
      });
    }
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    // Where the machine gives no more threads, those that there are do it all.
  }
  take(0);
  for (std::thread& other : others) other.join();
}

}  // namespace noether::base
