// Frees the per-thread caches of FLINT and Arb, such as digits of pi, when the thread ends.
//
// The libraries do not free these caches by themselves, so a computing thread creates one of these
// objects first. The main thread needs none, because it ends with the program.
#pragma once

#include <flint/flint.h>

namespace noether::algebra {

class ThreadMemory {
 public:
  ThreadMemory() = default;
  ThreadMemory(const ThreadMemory&) = delete;
  ThreadMemory& operator=(const ThreadMemory&) = delete;
  ~ThreadMemory() { flint_cleanup(); }
};

}  // namespace noether::algebra
