// Runs work in a separate process, for a library that reads hostile files: a crash, endless work or
// exhausted memory ends that process and is an error in this one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "noether/base/error.h"

namespace noether::base {

struct ApartLimits {
  std::chrono::seconds processor{30};
  std::chrono::seconds wall{120};
  // in addition to the current size of this process
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  std::uint64_t output_bytes = std::uint64_t{256} << 20;
};

// Returns the result of `work`, which sees a copy of this process and cannot change it.
Result<std::string> run_apart(const std::function<std::string()>& work,
                              const ApartLimits& limits = {});

}  // namespace noether::base
