#include "noether/server/map_maker.h"

#include <new>
#include <system_error>
#include <utility>

namespace noether::server {

const MapMaker::Made* MapMaker::ask(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (!map_ && !worker_.joinable()) {
    try {
      worker_ = std::jthread([this](const std::stop_token& stop) { make(stop); });
    } catch (const std::system_error&) {
      // The machine gives no thread now; the next who asks tries again.
      return nullptr;
    }
  }
  made_.wait_for(lock, patience, [this] { return map_ != nullptr; });
  return map_.get();
}

void MapMaker::make(const std::stop_token& stop) {
  search::FormulaMapOptions options;
  // Neighbours are found in the first half, about; places in the second.
  options.on_progress = [this, is_first = true, work = std::string()](
                            std::string_view now, std::uint64_t done, std::uint64_t of) mutable {
    if (work.empty()) work = now;
    if (work != now) is_first = false;
    const double share = static_cast<double>(done) / static_cast<double>(of);
    progress_ = is_first ? share / 2 : 0.5 + share / 2;
  };
  options.is_over = [&stop] { return stop.stop_requested(); };
  Made made;
  try {
    made = search::make_formula_map(index_, catalogue_.documents, options);
  } catch (const std::bad_alloc&) {
    made = base::fail("there is not enough memory for a map of the formulas");
  }
  const std::scoped_lock lock(mutex_);
  map_ = std::make_unique<const Made>(std::move(made));
  made_.notify_all();
}

}  // namespace noether::server
