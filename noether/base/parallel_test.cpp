#include "noether/base/parallel.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdlib>

#include "noether/base/sanitized.h"

namespace noether::base {
namespace {

// Runs with too little address space for many stacks. Exits with 7 if every piece was processed
// once.
void work_with_few_stacks() {
  const rlimit limit{.rlim_cur = rlim_t{1} << 30, .rlim_max = rlim_t{1} << 30};
  ::setrlimit(RLIMIT_AS, &limit);
  std::vector<std::atomic<int>> done(5000);
  for_each_in_parallel(done.size(), kMostThreads,
                       [&](std::size_t piece, std::size_t) { ++done[piece]; });
  std::_Exit(std::ranges::all_of(done, [](const auto& times) { return times == 1; }) ? 7 : 1);
}

struct CountedState {
  CountedState() { ++begun; }
  ~CountedState() { ++ended; }
  static inline std::atomic<int> begun = 0;
  static inline std::atomic<int> ended = 0;
};

TEST(ParallelWork, HasAtLeastOneThreadAndNeverTooMany) {
  EXPECT_GE(thread_count(0), 1U);
  EXPECT_EQ(thread_count(3), 3U);
  EXPECT_EQ(thread_count(99'999), kMostThreads);
}

TEST(ParallelWork, IsDoneByTheOthersWhereTheMachineRefusesThreads) {
  if (kSanitized) GTEST_SKIP() << "sanitizers need more address space than this test leaves";
  EXPECT_EXIT(work_with_few_stacks(), testing::ExitedWithCode(7), "");
}

TEST(ParallelWork, GivesEachStartedThreadAStateThatEndsWithIt) {
  std::atomic<int> pieces = 0;
  for_each_in_parallel<CountedState>(100, 4, [&](std::size_t, std::size_t) { ++pieces; });
  EXPECT_EQ(pieces, 100);
  EXPECT_EQ(CountedState::begun, 3);  // the calling thread has no state
  EXPECT_EQ(CountedState::begun, CountedState::ended);
}

}  // namespace
}  // namespace noether::base
