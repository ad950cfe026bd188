// Processor time of this thread, which does not depend on other load of the machine.
#pragma once

#include <ctime>

namespace noether::base {

inline double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace noether::base
