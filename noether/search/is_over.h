// A test by which long work is abandoned when its result is no longer needed.
#pragma once

#include <functional>

#include "noether/base/error.h"

namespace noether::search {

// Called now and then by long work. Empty: it is never over.
using IsOver = std::function<bool()>;

// An error when it is over.
inline base::Result<void> go_on(const IsOver& is_over) {
  if (is_over && is_over()) return base::fail("the search was stopped");
  return {};
}

}  // namespace noether::search
