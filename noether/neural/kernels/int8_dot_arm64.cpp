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

// One step for four columns: the four weight registers hold 16 rows, and one lane of each vector
// holds its four numbers.
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

// Three vectors take 12 registers for sums. With four, GCC 12 moves them to and fro. Vectors are
// split into calls of nearly equal size: four vectors are two and two.
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

// Multiplies eight columns of two rows in a register by eight of two vectors. The result is four
// sums, those of the first vector in the lower half.
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

template <std::size_t kPairs>
NOETHER_I8MM inline void store_sums(const int32x4_t (&sum)[kPairs][8], std::size_t vectors,
                                    std::int32_t (*sums)[kPanelRows]) {
  for (std::size_t v = 0; v < vectors; ++v) {
    for (std::size_t part = 0; part < 4; ++part) {
      const int64x2_t a = vreinterpretq_s64_s32(sum[v / 2][2 * part]);
      const int64x2_t b = vreinterpretq_s64_s32(sum[v / 2][2 * part + 1]);
      const int64x2_t rows = v % 2 == 0 ? vzip1q_s64(a, b) : vzip2q_s64(a, b);
      vst1q_s32(sums[v] + 4 * part, vreinterpretq_s32_s64(rows));
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
      // A vector without a partner is its own partner.
      const std::size_t other = 2 * p + 1 < kVectors ? 2 * p + 1 : 2 * p;
      const int64x2_t a = vreinterpretq_s64_s8(vld1q_s8(vectors + 2 * p * columns + column));
      const int64x2_t b = vreinterpretq_s64_s8(vld1q_s8(vectors + other * columns + column));
      first[p] = vreinterpretq_s8_s64(vzip1q_s64(a, b));
      second[p] = vreinterpretq_s8_s64(vzip2q_s64(a, b));
    }
    matrix_step<kPairs>(panel, first, sum);
    matrix_step<kPairs>(panel + 8 * kPanelRows, second, sum);
  }
  store_sums(sum, kVectors, sums);
}

template <std::size_t kPairs>
NOETHER_I8MM void multiply_pairs(const std::int8_t* panel, const std::int8_t* pairs,
                                 std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  int32x4_t sum[kPairs][8] = {};
  for (std::size_t column = 0; column < columns; column += 16, panel += 16 * kPanelRows) {
    int8x16_t first[kPairs];
    int8x16_t second[kPairs];
    for (std::size_t p = 0; p < kPairs; ++p) {
      first[p] = vld1q_s8(pairs + 2 * (p * columns + column));
      second[p] = vld1q_s8(pairs + 2 * (p * columns + column) + 16);
    }
    matrix_step<kPairs>(panel, first, sum);
    matrix_step<kPairs>(panel + 8 * kPanelRows, second, sum);
  }
  store_sums(sum, 2 * kPairs, sums);
}

// Six vectors take 24 of the 32 registers for sums. With fewer, the loads could not keep SMMLA
// busy. Compilers spill some of that many registers, so this loop is written in assembly: v8 to v31
// are the sums of three pairs of vectors, v0 to v5 their numbers, v6 and v7 weights.
#define NOETHER_ZIP(first, second, a, b)      \
  "ldr q6, [%[" #a "]], #16\n ldr q7, [%[" #b \
  "]], #16\n"                                 \
  "zip1 v" #first ".2d, v6.2d, v7.2d\n zip2 v" #second ".2d, v6.2d, v7.2d\n"
#define NOETHER_ROWS(sum0, sum1, sum2, v0, v1, v2, rows)                                           \
  "smmla v" #sum0 ".4s, v" #v0 ".16b, v" #rows ".16b\n smmla v" #sum1 ".4s, v" #v1 ".16b, v" #rows \
  ".16b\n smmla v" #sum2 ".4s, v" #v2 ".16b, v" #rows ".16b\n"
#define NOETHER_EIGHT_COLUMNS(v0, v1, v2)                                                        \
  "ldp q6, q7, [%[panel]], #32\n" NOETHER_ROWS(8, 16, 24, v0, v1, v2, 6) NOETHER_ROWS(           \
      9, 17, 25, v0, v1, v2, 7) "ldp q6, q7, [%[panel]], #32\n" NOETHER_ROWS(10, 18, 26, v0, v1, \
                                                                             v2, 6)              \
      NOETHER_ROWS(11, 19, 27, v0, v1, v2, 7) "ldp q6, q7, [%[panel]], #32\n" NOETHER_ROWS(      \
          12, 20, 28, v0, v1, v2, 6)                                                             \
          NOETHER_ROWS(13, 21, 29, v0, v1, v2, 7) "ldp q6, q7, [%[panel]], #32\n" NOETHER_ROWS(  \
              14, 22, 30, v0, v1, v2, 6) NOETHER_ROWS(15, 23, 31, v0, v1, v2, 7)
#define NOETHER_ZERO(sum) "movi v" #sum ".4s, #0\n"
#define NOETHER_STORE(zip, a, b) #zip " v0.2d, v" #a ".2d, v" #b ".2d\n str q0, [%[sums]], #16\n"
#define NOETHER_STORE_PAIR(a, b, c, d, e, f, g, h) \
  NOETHER_STORE(zip1, a, b)                        \
  NOETHER_STORE(zip1, c, d)                        \
  NOETHER_STORE(zip1, e, f)                        \
  NOETHER_STORE(zip1, g, h)                        \
  NOETHER_STORE(zip2, a, b)                        \
  NOETHER_STORE(zip2, c, d) NOETHER_STORE(zip2, e, f) NOETHER_STORE(zip2, g, h)

#define NOETHER_PAIR(first, second, a) "ldp q" #first ", q" #second ", [%[" #a "]], #32\n"
// clang-format off
#define NOETHER_NO_SUMS                                                              \
  NOETHER_ZERO(8) NOETHER_ZERO(9) NOETHER_ZERO(10) NOETHER_ZERO(11) NOETHER_ZERO(12)  \
  NOETHER_ZERO(13) NOETHER_ZERO(14) NOETHER_ZERO(15) NOETHER_ZERO(16) NOETHER_ZERO(17) \
  NOETHER_ZERO(18) NOETHER_ZERO(19) NOETHER_ZERO(20) NOETHER_ZERO(21) NOETHER_ZERO(22) \
  NOETHER_ZERO(23) NOETHER_ZERO(24) NOETHER_ZERO(25) NOETHER_ZERO(26) NOETHER_ZERO(27) \
  NOETHER_ZERO(28) NOETHER_ZERO(29) NOETHER_ZERO(30) NOETHER_ZERO(31)
#define NOETHER_REST_OF_SIX                                                           \
  NOETHER_EIGHT_COLUMNS(0, 1, 2) NOETHER_EIGHT_COLUMNS(3, 4, 5)                        \
  "subs %[columns], %[columns], #16\n"                                                 \
  "b.ne 1b\n"                                                                          \
  NOETHER_STORE_PAIR(8, 9, 10, 11, 12, 13, 14, 15)                                     \
  NOETHER_STORE_PAIR(16, 17, 18, 19, 20, 21, 22, 23)                                   \
  NOETHER_STORE_PAIR(24, 25, 26, 27, 28, 29, 30, 31)
#define NOETHER_ALL_REGISTERS                                                          \
  "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", \
  "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", \
  "v25", "v26", "v27", "v28", "v29", "v30", "v31"
// clang-format on

NOETHER_I8MM void multiply_six(const std::int8_t* panel, const std::int8_t* const (&vectors)[6],
                               std::size_t columns, std::int32_t* sums) {
  const std::int8_t* vector[6];
  std::copy_n(vectors, 6, vector);
  asm volatile(NOETHER_NO_SUMS "1:\n" NOETHER_ZIP(0, 3, a, b) NOETHER_ZIP(1, 4, c, d)
                   NOETHER_ZIP(2, 5, e, f) NOETHER_REST_OF_SIX
               : [panel] "+r"(panel), [a] "+r"(vector[0]), [b] "+r"(vector[1]), [c] "+r"(vector[2]),
                 [d] "+r"(vector[3]), [e] "+r"(vector[4]), [f] "+r"(vector[5]),
                 [columns] "+r"(columns), [sums] "+r"(sums)
               :
               : NOETHER_ALL_REGISTERS);
}

// The same for three pairs that are already interleaved.
NOETHER_I8MM void multiply_three_pairs(const std::int8_t* panel, const std::int8_t* pairs,
                                       std::size_t columns, std::int32_t* sums) {
  const std::int8_t* second = pairs + 2 * columns;
  const std::int8_t* third = second + 2 * columns;
  asm volatile(NOETHER_NO_SUMS "1:\n" NOETHER_PAIR(0, 3, a) NOETHER_PAIR(1, 4, b)
                   NOETHER_PAIR(2, 5, c) NOETHER_REST_OF_SIX
               : [panel] "+r"(panel), [a] "+r"(pairs), [b] "+r"(second), [c] "+r"(third),
                 [columns] "+r"(columns), [sums] "+r"(sums)
               :
               : NOETHER_ALL_REGISTERS);
}

void multiply(const std::int8_t* panel, const std::int8_t* vectors, std::size_t count,
              std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  constexpr std::array by_count = {multiply_vectors<1>, multiply_vectors<2>, multiply_vectors<3>,
                                   multiply_vectors<4>};
  const auto six = [&](std::size_t v, std::size_t last, std::int32_t* to) {
    const std::int8_t* each[6];
    for (std::size_t i = 0; i < 6; ++i) each[i] = vectors + std::min(v + i, last) * columns;
    multiply_six(panel, each, columns, to);
  };
  for (std::size_t v = 0; v < count;) {
    const std::size_t left = count - v;
    if (left == 6 || left >= 9) {
      six(v, count, sums[v]);
      v += 6;
    } else if (left == 5) {
      std::int32_t all[6][kPanelRows];  // the last vector twice
      six(v, count - 1, all[0]);
      std::copy_n(all[0], 5 * kPanelRows, sums[v]);
      v += 5;
    } else {
      const std::size_t now = std::min(left, by_count.size());
      by_count[now - 1](panel, vectors + v * columns, columns, sums + v);
      v += now;
    }
  }
}

void dot_pairs(const std::int8_t* panel, const std::int8_t* pairs, std::size_t count,
               std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  for (std::size_t left = (count + 1) / 2; left > 0;) {
    const std::size_t now = left == 3 || left >= 5 ? 3 : std::min<std::size_t>(left, 2);
    if (now == 3) multiply_three_pairs(panel, pairs, columns, sums[0]);
    if (now == 2) multiply_pairs<2>(panel, pairs, columns, sums);
    if (now == 1) multiply_pairs<1>(panel, pairs, columns, sums);
    pairs += 2 * now * columns;
    sums += 2 * now;
    left -= now;
  }
}

}  // namespace

void append_arm64_kernels(std::vector<Int8Kernel>& list) {
  if ((getauxval(AT_HWCAP2) & kHasMatrixProducts) != 0) {
    list.push_back({"arm64 smmla", multiply, 8, dot_pairs});
  }
  if ((getauxval(AT_HWCAP) & kHasDotProducts) != 0) list.push_back({"arm64 sdot", dot});
}

}  // namespace noether::neural

#else

namespace noether::neural {

void append_arm64_kernels(std::vector<Int8Kernel>& /*list*/) {}

}  // namespace noether::neural

#endif
