// What FLINT and Arb keep for a thread, such as digits of pi, given back when the thread ends.
//
// The libraries keep it until they are told: a thread that computes has one of these as the first
// thing it makes. The main thread needs none, because it ends with the program.
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
