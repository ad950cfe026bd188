// A progress bar for long work, with rate and remaining time.
//
//   [==========>           ]  42%  1.2M formulas  301k/s  0:12 left
//
// The bar is for a person who waits: it appears only on a terminal and only after two seconds, and
// is wiped when the work ends. Elsewhere nothing is drawn, except that a log of long work gets a
// line every half minute.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace noether::base {

class ProgressBar {
 public:
  using Clock = std::chrono::steady_clock;

  // The output and the clock of the bar.
  struct Screen {
    std::function<void(std::string_view)> draw;  // empty: nothing is drawn
    std::function<Clock::time_point()> now;
    bool is_log = false;  // lines that stay, instead of one that is drawn again

    static Screen standard_error();
    // For batch jobs: a log if standard error is not a terminal.
    static Screen standard_error_or_log();
  };

  // `unit` names the items that are counted: "formulas". Without a total there is no bar and no
  // remaining time, only the count and the rate. Where every item is the same amount of work, items
  // take the place of bytes.
  ProgressBar(std::string unit, std::optional<std::uint64_t> total_bytes,
              Screen screen = Screen::standard_error());
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar() { finish(); }

  // Cheap enough to be called for every item.
  void update(std::uint64_t items, std::uint64_t bytes) {
    if (screen_.draw) redraw_when_due(items, bytes);
  }

  // Wipes the bar; to be called before anything else is written to the terminal.
  void finish();

 private:
  void redraw_when_due(std::uint64_t items, std::uint64_t bytes);
  std::string text(std::uint64_t items, std::uint64_t bytes, double seconds) const;

  std::string unit_;
  std::optional<std::uint64_t> total_bytes_;
  Screen screen_;
  Clock::time_point started_;
  Clock::time_point next_drawing_;
  bool drawn_ = false;
};

// A progress bar for work of several kinds, one after the other: a bar for each. For several
// threads.
class WorkProgress {
 public:
  // `work` names the items that are counted; another name begins another bar.
  void update(std::string_view work, std::uint64_t done, std::uint64_t of) {
    const std::scoped_lock lock(mutex_);
    if (work != current_) {
      current_ = work;
      bar_.emplace(current_, of);
    }
    bar_->update(done, done);
  }
  void finish() { bar_.reset(); }

 private:
  std::mutex mutex_;
  std::string current_;
  std::optional<ProgressBar> bar_;
};

}  // namespace noether::base
