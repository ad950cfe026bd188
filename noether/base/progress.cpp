#include "noether/base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "noether/base/file_descriptor.h"

namespace noether::base {

namespace {

constexpr auto kPatience = std::chrono::seconds(2);
constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);
constexpr auto kBetweenLines = std::chrono::seconds(30);
constexpr int kBarWidth = 24;
constexpr std::string_view kWipeLine = "\r\x1b[K";

// 950, 1.2k, 301k, 45M: three characters of number at most, so that the line hardly moves.
std::string short_number(double number) {
  constexpr std::array<std::string_view, 5> suffixes = {"", "k", "M", "G", "T"};
  std::size_t power = 0;
  while (number >= 999.5 && power + 1 < suffixes.size()) {
    number /= 1000;
    ++power;
  }
  const int decimals = power > 0 && number < 9.95 ? 1 : 0;
  return fmt::format("{:.{}f}{}", number, decimals, suffixes[power]);
}

std::string short_duration(double seconds) {
  const auto total = std::llround(seconds);
  if (total >= 3600) {
    return fmt::format("{}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60);
  }
  return fmt::format("{}:{:02}", total / 60, total % 60);
}

}  // namespace

ProgressBar::Screen ProgressBar::Screen::standard_error() {
  Screen screen;
  screen.now = [] { return Clock::now(); };
  if (::isatty(STDERR_FILENO) == 1) {
    screen.draw = [](std::string_view text) { (void)write_all(STDERR_FILENO, text); };
  }
  return screen;
}

ProgressBar::Screen ProgressBar::Screen::standard_error_or_log() {
  Screen screen = standard_error();
  if (!screen.draw) {
    screen.draw = [](std::string_view text) { (void)write_all(STDERR_FILENO, text); };
    screen.is_log = true;
  }
  return screen;
}

ProgressBar::ProgressBar(std::string unit, std::optional<std::uint64_t> total_bytes, Screen screen)
    : unit_(std::move(unit)),
      total_bytes_(total_bytes),
      screen_(std::move(screen)),
      started_(screen_.now()),
      next_drawing_(started_ + (screen_.is_log ? kBetweenLines : kPatience)) {}

void ProgressBar::redraw_when_due(std::uint64_t items, std::uint64_t bytes) {
  const Clock::time_point now = screen_.now();
  if (now < next_drawing_) return;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  if (screen_.is_log) {
    next_drawing_ = now + kBetweenLines;
    screen_.draw(text(items, bytes, seconds) + "\n");
    return;
  }
  next_drawing_ = now + kBetweenDrawings;
  drawn_ = true;
  screen_.draw(std::string(kWipeLine) + text(items, bytes, seconds));
}

std::string ProgressBar::text(std::uint64_t items, std::uint64_t bytes, double seconds) const {
  const auto count = static_cast<double>(items);
  std::string text =
      fmt::format("{} {}  {}/s", short_number(count), unit_, short_number(count / seconds));
  if (!total_bytes_ || *total_bytes_ == 0) return text;

  // The share stays at most 1 even if the file grows while it is read.
  const double done =
      std::min(1.0, static_cast<double>(bytes) / static_cast<double>(*total_bytes_));
  const auto filled = static_cast<int>(done * kBarWidth);
  text = fmt::format("[{:=<{}}{: <{}}] {:3}%  {}", "", filled, filled < kBarWidth ? ">" : "",
                     kBarWidth - filled, static_cast<int>(done * 100), text);
  if (done > 0) text += fmt::format("  {} left", short_duration(seconds / done - seconds));
  return text;
}

void ProgressBar::finish() {
  if (drawn_) screen_.draw(kWipeLine);
  drawn_ = false;
  screen_.draw = nullptr;
}

}  // namespace noether::base
