// Kernels for x86-64 processors with AVX2 (most since 2013), and with AVX-512 VNNI.
#pragma once

#include <vector>

#include "noether/neural/kernels/int8_dot.h"

namespace noether::neural {

// Adds the kernels that this machine can run. Adds nothing on other architectures.
void append_x86_kernels(std::vector<Int8Kernel>& list);

}  // namespace noether::neural
