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

// 0 means as many threads as the machine runs at a time.
inline unsigned thread_count(unsigned asked) {
  const unsigned count = asked > 0 ? asked : std::thread::hardware_concurrency();
  return std::clamp(count, 1U, kMostThreads);
}

struct NoThreadState {};

// Calls `work(piece, thread)` for all pieces below `count`. Each thread takes the next free piece;
// the calling thread is number 0. `work` must not throw.
//
// Every started thread has a `ThreadState` for its lifetime; work that computes with FLINT uses
// `algebra::ThreadMemory`.
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
    // If the machine does not provide more threads, the existing ones do all the work.
  }
  take(0);
  for (std::thread& other : others) other.join();
}

}  // namespace noether::base
