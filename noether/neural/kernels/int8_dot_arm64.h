// Kernels for arm64 processors with the instructions SDOT (most since 2018), and with SMMLA (since
// about 2021).
#pragma once

#include <vector>

#include "noether/neural/kernels/int8_dot.h"

namespace noether::neural {

// Adds the kernels that this machine can run. Adds nothing on other architectures.
void append_arm64_kernels(std::vector<Int8Kernel>& list);

}  // namespace noether::neural
