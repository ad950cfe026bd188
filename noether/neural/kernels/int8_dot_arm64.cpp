#include "noether/neural/kernels/int8_dot_arm64.h"

#if defined(__aarch64__) && defined(__linux__)
#include <arm_neon.h>
#include <sys/auxv.h>

#include <algorithm>
#include <array>

// Only functions with these marks may use SDOT and SMMLA; the others run on every arm64 machine.
#if defined(__clang__)
#define NOETHER_DOTPROD __attribute__((target("dotprod")))
#define NOETHER_I8MM __attribute__((target("i8mm")))
#else
#define NOETHER_DOTPROD __attribute__((target("arch=armv8.2-a+dotprod")))
#define NOETHER_I8MM __attribute__((target("arch=armv8.2-a+i8mm")))
#endif

namespace noether::neural {
namespace {

constexpr unsigned long kHasDotProducts = 1UL << 20;     // HWCAP_ASIMDDP
constexpr unsigned long kHasMatrixProducts = 1UL << 13;  // HWCAP2_I8MM

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

// Three vectors take 12 registers for sums; with four GCC 12 moves them about. Calls are of nearly
// equal size: four vectors are two and two.
void dot(const std::int8_t* panel, const std::int8_t* vectors, std::size_t count,
         std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  constexpr std::array by_count = {dot_vectors<1>, dot_vectors<2>, dot_vectors<3>};
  const std::size_t calls = (count + by_count.size() - 1) / by_count.size();
  for (std::size_t call = 0; call < calls; ++call) {
    const std::size_t first = call * count / calls;
    const std::size_t of_call = (call + 1) * count / calls - first;
    by_count[of_call - 1](panel, vectors + first * columns, columns, sums + first);
  }
}

// Eight columns of two rows in a register meet eight of two vectors: four sums, those of the first
// vector below.
template <std::size_t kPairs>
NOETHER_I8MM inline void matrix_step(const std::int8_t* weights, const int8x16_t (&pair)[kPairs],
                                     int32x4_t (&sum)[kPairs][8]) {
  for (std::size_t part = 0; part < 8; ++part) {
    const int8x16_t rows = vld1q_s8(weights + 16 * part);
    for (std::size_t p = 0; p < kPairs; ++p) {
      sum[p][part] = vmmlaq_s32(sum[p][part], pair[p], rows);
    }
  }
}

template <std::size_t kVectors>
NOETHER_I8MM void multiply_vectors(const std::int8_t* panel, const std::int8_t* vectors,
                                   std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  constexpr std::size_t kPairs = (kVectors + 1) / 2;
  int32x4_t sum[kPairs][8] = {};
  for (std::size_t column = 0; column < columns; column += 16, panel += 16 * kPanelRows) {
    int8x16_t first[kPairs];
    int8x16_t second[kPairs];
    for (std::size_t p = 0; p < kPairs; ++p) {
      // A vector without another is its own.
      const std::size_t other = 2 * p + 1 < kVectors ? 2 * p + 1 : 2 * p;
      const int64x2_t a = vreinterpretq_s64_s8(vld1q_s8(vectors + 2 * p * columns + column));
      const int64x2_t b = vreinterpretq_s64_s8(vld1q_s8(vectors + other * columns + column));
      first[p] = vreinterpretq_s8_s64(vzip1q_s64(a, b));
      second[p] = vreinterpretq_s8_s64(vzip2q_s64(a, b));
    }
    matrix_step<kPairs>(panel, first, sum);
    matrix_step<kPairs>(panel + 8 * kPanelRows, second, sum);
  }
  for (std::size_t v = 0; v < kVectors; ++v) {
    for (std::size_t part = 0; part < 4; ++part) {
      const int64x2_t a = vreinterpretq_s64_s32(sum[v / 2][2 * part]);
      const int64x2_t b = vreinterpretq_s64_s32(sum[v / 2][2 * part + 1]);
      const int64x2_t rows = v % 2 == 0 ? vzip1q_s64(a, b) : vzip2q_s64(a, b);
      vst1q_s32(sums[v] + 4 * part, vreinterpretq_s32_s64(rows));
    }
  }
}

// Two pairs take 16 registers for sums; with three GCC 12 keeps some in memory.
void multiply(const std::int8_t* panel, const std::int8_t* vectors, std::size_t count,
              std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  constexpr std::array by_count = {multiply_vectors<1>, multiply_vectors<2>, multiply_vectors<3>,
                                   multiply_vectors<4>};
  for (std::size_t v = 0; v < count; v += by_count.size()) {
    by_count[std::min(count - v, by_count.size()) - 1](panel, vectors + v * columns, columns,
                                                       sums + v);
  }
}

}  // namespace

void append_arm64_kernels(std::vector<Int8Kernel>& list) {
  if ((getauxval(AT_HWCAP2) & kHasMatrixProducts) != 0) {
    list.push_back({"arm64 smmla", multiply, 8});
  }
  if ((getauxval(AT_HWCAP) & kHasDotProducts) != 0) list.push_back({"arm64 sdot", dot});
}

}  // namespace noether::neural

#else

namespace noether::neural {

void append_arm64_kernels(std::vector<Int8Kernel>& /*list*/) {}

}  // namespace noether::neural

#endif
