// A test by which long work is abandoned when its result is no longer needed.
#pragma once

#include <functional>

#include "noether/base/error.h"

namespace noether::search {

// Called now and then by long work. An empty function never stops it.
using IsOver = std::function<bool()>;

// Returns an error if `is_over` returns true.
inline base::Result<void> go_on(const IsOver& is_over) {
  if (is_over && is_over()) return base::fail("the search was stopped");
  return {};
}

}  // namespace noether::search
