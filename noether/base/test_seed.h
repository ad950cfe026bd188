// The seed of property tests. It is the same in every run, so that a new failure is due to a
// change. NOETHER_TEST_SEED=7 in the environment sets another seed; a test that fails prints its
// seed.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace noether::base {

inline std::uint32_t test_seed() {
  const char* given = std::getenv("NOETHER_TEST_SEED");
  return given == nullptr ? 20261116 : static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10));
}

}  // namespace noether::base
