#include "noether/neural/kernels/int8_dot_x86.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cstring>

#define NOETHER_AVX2 __attribute__((target("avx2")))
#define NOETHER_VNNI __attribute__((target("avx512f,avx512bw,avx512vnni")))

namespace noether::neural {
namespace {

// AVX2 has no exact product of int8 numbers, so both sides are widened to int16. Each 32-bit sum
// covers two of the four columns of a row; neighbours are added at the end.
template <std::size_t kVectors>
NOETHER_AVX2 void dot_avx2(const std::int8_t* panel, const std::int8_t* vectors,
                           std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  __m256i sum[kVectors][4];
  for (std::size_t v = 0; v < kVectors; ++v) {
    for (std::size_t part = 0; part < 4; ++part) sum[v][part] = _mm256_setzero_si256();
  }
  for (std::size_t column = 0; column < columns; column += 4, panel += 4 * kPanelRows) {
    __m256i vector[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      std::int32_t four = 0;
      std::memcpy(&four, vectors + v * columns + column, sizeof four);
      vector[v] = _mm256_broadcastq_epi64(_mm_cvtepi8_epi16(_mm_cvtsi32_si128(four)));
    }
    for (std::size_t part = 0; part < 4; ++part) {
      __m128i bytes;
      std::memcpy(&bytes, panel + 16 * part, sizeof bytes);
      const __m256i rows = _mm256_cvtepi8_epi16(bytes);
      for (std::size_t v = 0; v < kVectors; ++v) {
        sum[v][part] = _mm256_add_epi32(sum[v][part], _mm256_madd_epi16(rows, vector[v]));
      }
    }
  }
  for (std::size_t v = 0; v < kVectors; ++v) {
    for (std::size_t part = 0; part < 4; ++part) {
      std::int32_t halves[8];
      std::memcpy(halves, &sum[v][part], sizeof halves);
      for (std::size_t row = 0; row < 4; ++row) {
        sums[v][4 * part + row] = halves[2 * row] + halves[2 * row + 1];
      }
    }
  }
}

// VPDPBUSD multiplies unsigned by signed bytes: 128 is added to the vectors, and 128 times the sum
// of the weights is subtracted at the end.
template <std::size_t kVectors>
NOETHER_VNNI void dot_vnni(const std::int8_t* panel, const std::int8_t* vectors,
                           std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  const __m512i moved = _mm512_set1_epi32(static_cast<int>(0x80808080U));
  __m512i too_much = _mm512_setzero_si512();
  __m512i sum[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) sum[v] = _mm512_setzero_si512();
  for (std::size_t column = 0; column < columns; column += 4, panel += 4 * kPanelRows) {
    const __m512i rows = _mm512_loadu_si512(panel);
    too_much = _mm512_dpbusd_epi32(too_much, moved, rows);
    for (std::size_t v = 0; v < kVectors; ++v) {
      std::int32_t four = 0;
      std::memcpy(&four, vectors + v * columns + column, sizeof four);
      const __m512i vector = _mm512_xor_si512(_mm512_set1_epi32(four), moved);
      sum[v] = _mm512_dpbusd_epi32(sum[v], vector, rows);
    }
  }
  for (std::size_t v = 0; v < kVectors; ++v) {
    _mm512_storeu_si512(sums[v], _mm512_sub_epi32(sum[v], too_much));
  }
}

// AVX2 has 16 registers: two vectors take 8 for sums, and three would leave too few for anything
// else.
void avx2(const std::int8_t* panel, const std::int8_t* vectors, std::size_t count,
          std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  std::size_t v = 0;
  for (; v + 2 <= count; v += 2) dot_avx2<2>(panel, vectors + v * columns, columns, sums + v);
  if (v < count) dot_avx2<1>(panel, vectors + v * columns, columns, sums + v);
}

// Six vectors take 6 of 32 registers for sums; more at once gains nothing.
void vnni(const std::int8_t* panel, const std::int8_t* vectors, std::size_t count,
          std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  constexpr std::array by_count = {dot_vnni<1>, dot_vnni<2>, dot_vnni<3>,
                                   dot_vnni<4>, dot_vnni<5>, dot_vnni<6>};
  for (std::size_t v = 0; v < count; v += by_count.size()) {
    by_count[std::min(count - v, by_count.size()) - 1](panel, vectors + v * columns, columns,
                                                       sums + v);
  }
}

}  // namespace

void append_x86_kernels(std::vector<Int8Kernel>& list) {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vnni")) {
    list.push_back({"x86-64 avx512-vnni", vnni});
  }
  if (__builtin_cpu_supports("avx2")) list.push_back({"x86-64 avx2", avx2});
}

}  // namespace noether::neural

#else

namespace noether::neural {

void append_x86_kernels(std::vector<Int8Kernel>& /*list*/) {}

}  // namespace noether::neural

#endif
