// Where the tests and benchmarks find public data: NOETHER_DATA, else ../shared/data.
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
