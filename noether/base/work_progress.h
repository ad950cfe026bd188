// A progress bar for work of several kinds, one after the other: a bar for each.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "noether/base/progress.h"

namespace noether::base {

// For several threads.
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
