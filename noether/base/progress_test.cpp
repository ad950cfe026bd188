#include "noether/base/progress.h"

#include <gtest/gtest.h>

namespace noether::base {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::string_view kWipe = "\r\x1b[K";

// A terminal with a clock that the test advances.
class FakeTerminal {
 public:
  ProgressBar::Screen screen() {
    return {[this](std::string_view text) { written_.append(text); }, [this] { return now_; }};
  }
  void wait(ProgressBar::Clock::duration duration) { now_ += duration; }

  // The output since the last call.
  std::string take() { return std::exchange(written_, {}); }

 private:
  ProgressBar::Clock::time_point now_;
  std::string written_;
};

std::string drawn(std::string_view text) { return std::string(kWipe) + std::string(text); }

TEST(ProgressBar, StaysInvisibleWhenTheWorkIsShort) {
  FakeTerminal terminal;
  ProgressBar bar("formulas", 1000, terminal.screen());
  terminal.wait(milliseconds(1999));
  bar.update(500, 500);
  bar.finish();
  EXPECT_EQ(terminal.take(), "");
}

TEST(ProgressBar, ShowsShareCountRateAndRemainingTimeAfterTwoSeconds) {
  FakeTerminal terminal;
  ProgressBar bar("formulas", 1000, terminal.screen());
  terminal.wait(seconds(2));
  bar.update(2'400'000, 250);
  EXPECT_EQ(terminal.take(),
            drawn("[======>                 ]  25%  2.4M formulas  1.2M/s  0:06 left"));
}

TEST(ProgressBar, ShowsCountAndRateWhenTheTotalIsUnknown) {
  FakeTerminal terminal;
  ProgressBar bar("formulas", std::nullopt, terminal.screen());
  terminal.wait(seconds(10));
  bar.update(1234, 99);
  EXPECT_EQ(terminal.take(), drawn("1.2k formulas  123/s"));
}

TEST(ProgressBar, RedrawsAtMostTenTimesASecond) {
  FakeTerminal terminal;
  ProgressBar bar("formulas", std::nullopt, terminal.screen());
  terminal.wait(seconds(2));
  bar.update(2, 0);
  EXPECT_EQ(terminal.take(), drawn("2 formulas  1/s"));
  terminal.wait(milliseconds(99));
  bar.update(3, 0);
  EXPECT_EQ(terminal.take(), "");
  terminal.wait(milliseconds(1));
  bar.update(42, 0);
  EXPECT_EQ(terminal.take(), drawn("42 formulas  20/s"));
}

TEST(ProgressBar, WipesItselfAtTheEndAndOnlyOnce) {
  FakeTerminal terminal;
  {
    ProgressBar bar("formulas", std::nullopt, terminal.screen());
    terminal.wait(seconds(3));
    bar.update(1, 0);
    terminal.take();
    bar.finish();
    EXPECT_EQ(terminal.take(), kWipe);
    terminal.wait(seconds(3));
    bar.update(2, 0);
  }
  EXPECT_EQ(terminal.take(), "");
}

TEST(ProgressBar, NeverPromisesMoreThanEverything) {
  FakeTerminal terminal;
  ProgressBar bar("formulas", 100, terminal.screen());
  terminal.wait(seconds(2));
  bar.update(10, 150);
  EXPECT_EQ(terminal.take(), drawn("[========================] 100%  10 formulas  5/s  0:00 left"));
}

TEST(ProgressBar, ShowsHoursWhenThereAreHours) {
  FakeTerminal terminal;
  ProgressBar bar("formulas", 10'000, terminal.screen());
  terminal.wait(seconds(2));
  bar.update(999, 1);
  EXPECT_EQ(terminal.take(),
            drawn("[>                       ]   0%  999 formulas  500/s  5:33:18 left"));
}

TEST(ProgressBar, PromisesNoTimeBeforeAnythingIsDone) {
  FakeTerminal terminal;
  ProgressBar bar("formulas", 10, terminal.screen());
  terminal.wait(seconds(2));
  bar.update(0, 0);
  EXPECT_EQ(terminal.take(), drawn("[>                       ]   0%  0 formulas  0/s"));
}

TEST(ProgressBar, WritesALineToALogEveryHalfMinuteAndLeavesIt) {
  FakeTerminal terminal;
  ProgressBar::Screen log = terminal.screen();
  log.is_log = true;
  ProgressBar bar("clusters", 100, log);
  terminal.wait(seconds(29));
  bar.update(24, 24);
  EXPECT_EQ(terminal.take(), "");
  terminal.wait(seconds(1));
  bar.update(25, 25);
  EXPECT_EQ(terminal.take(), "[======>                 ]  25%  25 clusters  1/s  1:30 left\n");
  terminal.wait(seconds(29));
  bar.update(49, 49);
  bar.finish();
  EXPECT_EQ(terminal.take(), "");
}

TEST(ProgressBar, DoesNothingWhenNobodyLooks) {
  ProgressBar bar("formulas", 10, {nullptr, [] { return ProgressBar::Clock::now(); }});
  bar.update(5, 5);
  bar.finish();
}

}  // namespace
}  // namespace noether::base
