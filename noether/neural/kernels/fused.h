// Products that are added with one rounding instead of two: twice as fast where the processor has
// an instruction for it, which is all arm64 and x86-64 since about 2013. Others give the same bits
// by std::fma, slowly.
//
// A function that is to use the instruction is marked NOETHER_FUSED and called where
// has_fused_instructions() says so. Where the mark is not defined, there is no such instruction.
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

// A constant as the `c` of multiply_add. On arm64 the instruction leaves its result where `c` was,
// so a constant has to be brought there every time: from memory, beside the arithmetic, that is
// three times as fast as from another register, where compilers would keep it.
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
