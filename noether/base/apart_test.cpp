#include "noether/base/apart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "noether/base/sanitized.h"

namespace noether::base {
namespace {

using testing::HasSubstr;

TEST(Apart, GivesWhatTheWorkGives) {
  int touched = 0;
  const auto result = run_apart([&] {
    touched = 1;
    std::string text(1'000'000, 'x');
    text += "end";
    return text;
  });
  ASSERT_TRUE(result);
  EXPECT_EQ(result->size(), 1'000'003);
  EXPECT_EQ(touched, 0) << "it changes nothing here";
}

TEST(Apart, ACrashIsAnError) {
  const auto crashed = run_apart([]() -> std::string {
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
  });
  ASSERT_FALSE(crashed);
  EXPECT_THAT(crashed.error().message, HasSubstr("crashed"));
}

TEST(Apart, AnExceptionIsAnError) {
  const auto thrown = run_apart([]() -> std::string { throw std::runtime_error("no"); });
  ASSERT_FALSE(thrown);
  EXPECT_THAT(thrown.error().message, HasSubstr("failed"));
}

TEST(Apart, EndlessWorkEnds) {
  const auto endless = run_apart(
      []() -> std::string {
        while (true) (void)::getppid();
      },
      {.processor = std::chrono::seconds(1)});
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().message, "it takes too long");
}

TEST(Apart, WaitingWithoutEndEnds) {
  const auto waiting = run_apart(
      []() -> std::string {
        while (true) ::pause();
      },
      {.wall = std::chrono::seconds(1)});
  ASSERT_FALSE(waiting);
  EXPECT_EQ(waiting.error().message, "it takes too long");
}

TEST(Apart, MemoryAndOutputAreBounded) {
  const auto large =
      run_apart([] { return std::string(3'000'000, 'x'); }, {.output_bytes = 1'000'000});
  ASSERT_FALSE(large);
  EXPECT_THAT(large.error().message, HasSubstr("too much"));
  if (kSanitized) GTEST_SKIP() << "a sanitizer maps more memory than any limit";
  const auto greedy = run_apart(
      []() -> std::string {
        std::vector<std::string> all;
        while (true) all.emplace_back(std::size_t{64} << 20, 'x');
      },
      {.memory_bytes = std::uint64_t{512} << 20});
  EXPECT_FALSE(greedy);
}

}  // namespace
}  // namespace noether::base
