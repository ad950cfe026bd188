// The map of a snapshot's formulas, made once in the background at the first request: it takes
// seconds, and no request waits that long.
// It lives as long as its snapshot, so it always belongs to the commit of the snapshot. It is not
// written to the disk.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/map/formula_map.h"
#include "noether/search/suggest/suggester.h"

namespace noether::server {

// Any number of threads may use it at the same time.
class MapMaker {
 public:
  // The snapshot keeps both as long as this.
  MapMaker(const index::IndexReader& index, const search::Catalogue& catalogue)
      : index_(index), catalogue_(catalogue) {}
  // Work that is under way is given up within seconds.
  ~MapMaker() = default;
  MapMaker(const MapMaker&) = delete;
  MapMaker& operator=(const MapMaker&) = delete;

  using Made = base::Result<search::FormulaMap>;
  // Starts to make it at the first call, and waits this long. Null until it is finished.
  const Made* ask(std::chrono::milliseconds patience);
  // The fraction done, from 0 to 1.
  double progress() const { return progress_; }

 private:
  void make(const std::stop_token& stop);

  const index::IndexReader& index_;
  const search::Catalogue& catalogue_;
  std::atomic<double> progress_ = 0;
  std::mutex mutex_;
  std::condition_variable made_;
  std::unique_ptr<const Made> map_;
  std::jthread worker_;  // the last member, so that it ends before the others go
};

}  // namespace noether::server
