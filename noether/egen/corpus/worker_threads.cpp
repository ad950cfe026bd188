#include "noether/egen/corpus/worker_threads.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "noether/algebra/numeric/thread_memory.h"

namespace noether::egen {

unsigned thread_count(unsigned asked) {
  return std::clamp(asked > 0 ? asked : std::thread::hardware_concurrency(), 1U, kMostThreads);
}

void run_threads(std::size_t threads, const std::function<void(std::size_t thread)>& work) {
  std::vector<std::jthread> others;
  try {
    for (std::size_t i = 1; i < threads; ++i) {
      others.emplace_back([&work, i] {
        const algebra::ThreadMemory memory;
        work(i);
      });
    }
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    // The machine gives no more.
  }
  work(0);
}

}  // namespace noether::egen
