// Work in a process of its own, for a library that reads hostile files: a crash, endless work or
// all of the memory end there, and are an error here.
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
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  // on top of what this process has
  std::uint64_t output_bytes = std::uint64_t{256} << 20;
};

// What `work` gives. It sees all that this process has, as it is now, and changes nothing of it.
Result<std::string> run_apart(const std::function<std::string()>& work,
                              const ApartLimits& limits = {});

}  // namespace noether::base
