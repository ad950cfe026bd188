// The seed of property tests: the same in every run, so that a failure is that of a change. Another
// one is tried with NOETHER_TEST_SEED=7 in the environment; a test that fails prints the seed it
// had.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace noether::base {

inline std::uint32_t test_seed() {
  const char* given = std::getenv("NOETHER_TEST_SEED");
  return given == nullptr ? 20261116 : static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10));
}

}  // namespace noether::base
