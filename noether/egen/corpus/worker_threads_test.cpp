#include "noether/egen/corpus/worker_threads.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <vector>

#include "noether/base/sanitized.h"
#include "noether/egen/training/ordered_lines.h"

namespace noether::egen {
namespace {

// With too little address space for many stacks. Ends with 7 when all was done, in order.
void work_with_few_stacks() {
  const rlimit limit{.rlim_cur = rlim_t{1} << 30, .rlim_max = rlim_t{1} << 30};
  ::setrlimit(RLIMIT_AS, &limit);
  std::atomic<int> next = 0;
  std::atomic<int> done = 0;
  run_threads(kMostThreads, [&](std::size_t) {
    while (next++ < 5000) ++done;
  });
  const std::vector<LineMaker> makers(kMostThreads, [](std::uint64_t item) {
    return std::optional(OrderedLine{.text = std::to_string(item)});
  });
  std::string text;
  const auto made = make_lines({.wanted = 3000, .most_items = 9000, .chunk = 1}, makers,
                               [&](const OrderedLine& line) -> base::Result<void> {
                                 text += line.text;
                                 return {};
                               });
  std::string expected;
  for (int i = 0; i < 3000; ++i) expected += std::to_string(i);
  std::_Exit(done == 5000 && made && text == expected ? 7 : 1);
}

TEST(WorkerThreads, AreNeverNoneAndNeverTooMany) {
  EXPECT_GE(thread_count(0), 1U);
  EXPECT_EQ(thread_count(3), 3U);
  EXPECT_EQ(thread_count(99'999), kMostThreads);
}

TEST(WorkerThreads, DoTheWorkOfThoseThatTheMachineRefuses) {
  if (base::kSanitized) GTEST_SKIP() << "sanitizers need more address space than this test leaves";
  EXPECT_EXIT(work_with_few_stacks(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace noether::egen
