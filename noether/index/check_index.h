// Reads a whole index and reports damage.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "noether/base/error.h"
#include "noether/base/file_system.h"

namespace noether::index {

struct IndexCheck {
  std::uint64_t generation = 0;
  std::uint64_t segments = 0;
  std::uint64_t documents = 0;
  std::uint64_t formulas = 0;
  std::uint64_t vectors = 0;   // different ones, in each segment
  std::uint64_t passages = 0;  // those of deleted documents too
  std::uint64_t sentences = 0;
  std::uint64_t bytes = 0;
  std::uint64_t damages = 0;
};

// Calls `damage` for each problem, with its file. Returns an error only if no manifest can be read,
// so that nothing else can be checked.
base::Result<IndexCheck> check_index(const std::string& folder,
                                     const std::function<void(const base::Error&)>& damage,
                                     base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::index
