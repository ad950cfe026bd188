// How many threads work, and how they are started.
#pragma once

#include <cstddef>
#include <functional>

namespace noether::egen {

// More would wait for one another, and most machines refuse to start many more.
inline constexpr unsigned kMostThreads = 1024;

// 0 stands for as many as the machine runs at once.
unsigned thread_count(unsigned asked);

// Calls `work` with the numbers below `threads`, each in a thread of its own, 0 in the calling one.
// Where the machine gives no more threads, those that there are have to do it all: `work` must take
// what is left to do until nothing is.
void run_threads(std::size_t threads, const std::function<void(std::size_t thread)>& work);

}  // namespace noether::egen
