// Products that are added with one rounding instead of two. They are twice as fast where the
// processor has an instruction for this: all arm64, and x86-64 since about 2013. On other
// processors std::fma gives the same bits, slowly.
//
// A function that uses the instruction is marked NOETHER_FUSED and called if
// has_fused_instructions() is true. If the mark is not defined, the instruction does not exist.
#pragma once

#include "noether/neural/kernels/lanes.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#define NOETHER_FUSED
#elif defined(__x86_64__)
#include <immintrin.h>
#define NOETHER_FUSED __attribute__((target("fma")))
#endif

namespace noether::neural {

#if defined(NOETHER_FUSED)

// a * b + c.
NOETHER_FUSED inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
#if defined(__aarch64__)
  return vfmaq_f32(c, a, b);
#else
  return _mm_fmadd_ps(a, b, c);
#endif
}

// A constant as the `c` of multiply_add. On arm64 the instruction overwrites the register of `c`,
// so the constant has to be loaded every time. From memory, in parallel with the arithmetic, that
// is three times as fast as from another register, where compilers would keep it.
NOETHER_FUSED inline Lanes constant(const Lanes& in_memory) {
#if defined(__aarch64__)
  Lanes lanes;
  asm volatile("ldr %q0, %1" : "=w"(lanes) : "m"(in_memory));
  return lanes;
#else
  return in_memory;
#endif
}

inline bool has_fused_instructions() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("fma");
  return has;
#else
  return true;
#endif
}

#endif

}  // namespace noether::neural
