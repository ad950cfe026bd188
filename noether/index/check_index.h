// Reads everything an index has and says what is wrong with it.
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

// Each problem, with the file it is in, is given to `damage`. An error only when there is no
// manifest that can be read, so that nothing can be said of the rest.
base::Result<IndexCheck> check_index(const std::string& folder,
                                     const std::function<void(const base::Error&)>& damage,
                                     base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::index
