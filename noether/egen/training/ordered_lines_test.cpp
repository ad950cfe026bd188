#include "noether/egen/training/ordered_lines.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "noether/base/parallel.h"
#include "noether/base/sanitized.h"

namespace noether::egen {
namespace {

// Runs with too little address space for many stacks. Exits with 7 if all lines were made, in
// order.
void make_lines_with_few_stacks() {
  const rlimit limit{.rlim_cur = rlim_t{1} << 30, .rlim_max = rlim_t{1} << 30};
  ::setrlimit(RLIMIT_AS, &limit);
  const std::vector<LineMaker> makers(base::kMostThreads, [](std::uint64_t item) {
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
  std::_Exit(made && text == expected ? 7 : 1);
}

TEST(OrderedLines, AreAllMadeWhereTheMachineRefusesThreads) {
  if (base::kSanitized) GTEST_SKIP() << "sanitizers need more address space than this test leaves";
  EXPECT_EXIT(make_lines_with_few_stacks(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace noether::egen
