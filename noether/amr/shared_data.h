// The folder of public data for tests and benchmarks: NOETHER_DATA if set, else ../shared/data.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace noether::amr {

inline std::filesystem::path shared_data() {
  const char* set = std::getenv("NOETHER_DATA");
  return set != nullptr ? set : "../shared/data";
}

inline bool has_shared_data() { return std::filesystem::exists(shared_data() / "amr"); }

}  // namespace noether::amr
