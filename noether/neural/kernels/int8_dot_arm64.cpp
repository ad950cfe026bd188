#include "noether/neural/kernels/int8_dot_arm64.h"

#if defined(__aarch64__) && defined(__linux__)
#include <arm_neon.h>
#include <sys/auxv.h>

#include <array>

// Only functions with this mark may use SDOT; the others run on every arm64 machine.
#if defined(__clang__)
#define NOETHER_DOTPROD __attribute__((target("dotprod")))
#else
#define NOETHER_DOTPROD __attribute__((target("arch=armv8.2-a+dotprod")))
#endif

namespace noether::neural {
namespace {

constexpr unsigned long kHasDotProducts = 1UL << 20;  // HWCAP_ASIMDDP

// One step for four columns: the four registers of weights hold 16 rows, a lane of each vector its
// four numbers.
template <std::size_t kVectors, int kLane>
NOETHER_DOTPROD inline void step(const std::int8_t* weights, const int8x16_t (&vector)[kVectors],
                                 int32x4_t (&sum)[kVectors][4]) {
  for (int part = 0; part < 4; ++part) {
    const int8x16_t rows = vld1q_s8(weights + 16 * part);
    for (std::size_t v = 0; v < kVectors; ++v) {
      sum[v][part] = vdotq_laneq_s32(sum[v][part], rows, vector[v], kLane);
    }
  }
}

template <std::size_t kVectors>
NOETHER_DOTPROD void dot_vectors(const std::int8_t* panel, const std::int8_t* vectors,
                                 std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  int32x4_t sum[kVectors][4] = {};
  for (std::size_t column = 0; column < columns; column += 16, panel += 16 * kPanelRows) {
    int8x16_t vector[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) vector[v] = vld1q_s8(vectors + v * columns + column);
    step<kVectors, 0>(panel, vector, sum);
    step<kVectors, 1>(panel + 64, vector, sum);
    step<kVectors, 2>(panel + 128, vector, sum);
    step<kVectors, 3>(panel + 192, vector, sum);
  }
  for (std::size_t v = 0; v < kVectors; ++v) {
    for (std::size_t part = 0; part < 4; ++part) vst1q_s32(sums[v] + 4 * part, sum[v][part]);
  }
}

// Three vectors take 12 registers for sums; with four GCC 12 moves them about.
void dot(const std::int8_t* panel, const std::int8_t* vectors, std::size_t count,
         std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  constexpr std::array by_count = {dot_vectors<1>, dot_vectors<2>, dot_vectors<3>};
  const std::size_t first = count > by_count.size() ? count / 2 : count;
  by_count[first - 1](panel, vectors, columns, sums);
  if (first == count) return;
  by_count[count - first - 1](panel, vectors + first * columns, columns, sums + first);
}

}  // namespace

void append_arm64_kernels(std::vector<Int8Kernel>& list) {
  if ((getauxval(AT_HWCAP) & kHasDotProducts) != 0) list.push_back({"arm64 sdot", dot});
}

}  // namespace noether::neural

#else

namespace noether::neural {

void append_arm64_kernels(std::vector<Int8Kernel>& /*list*/) {}

}  // namespace noether::neural

#endif
