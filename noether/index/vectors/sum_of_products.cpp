#include "noether/index/vectors/sum_of_products.h"

#include <cstddef>
#include <cstring>

#if defined(__aarch64__) && defined(__linux__)
#include <arm_neon.h>
#include <sys/auxv.h>
#elif defined(__x86_64__)
#include <immintrin.h>
#endif

namespace noether::index {
namespace {

using Bytes = std::span<const std::int8_t>;

std::int32_t sum_of_rest(Bytes a, Bytes b, std::size_t from) {
  std::int32_t sum = 0;
  for (std::size_t i = from; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

#if defined(__aarch64__) && defined(__linux__)

#if defined(__clang__)
#define NOETHER_SDOT __attribute__((target("dotprod")))
#else
#define NOETHER_SDOT __attribute__((target("arch=armv8.2-a+dotprod")))
#endif

// Four sums, because each step waits for the one before it.
NOETHER_SDOT std::int32_t sum_by_sdot(Bytes a, Bytes b) {
  constexpr std::size_t kSums = 4;
  int32x4_t sums[kSums] = {};
  std::size_t i = 0;
  for (; i + 16 * kSums <= a.size(); i += 16 * kSums) {
    for (std::size_t part = 0; part < kSums; ++part) {
      const std::size_t at = i + 16 * part;
      sums[part] = vdotq_s32(sums[part], vld1q_s8(a.data() + at), vld1q_s8(b.data() + at));
    }
  }
  for (; i + 16 <= a.size(); i += 16) {
    sums[0] = vdotq_s32(sums[0], vld1q_s8(a.data() + i), vld1q_s8(b.data() + i));
  }
  const int32x4_t all = vaddq_s32(vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3]));
  return vaddvq_s32(all) + sum_of_rest(a, b, i);
}

bool has_sdot() {
  constexpr unsigned long kHasDotProducts = 1UL << 20;  // HWCAP_ASIMDDP
  return (getauxval(AT_HWCAP) & kHasDotProducts) != 0;
}

#elif defined(__x86_64__)

#define NOETHER_AVX2 __attribute__((target("avx2")))

// AVX2 has no exact product of signed bytes, so both sides are widened.
NOETHER_AVX2 inline __m256i widened(const std::int8_t* from) {
  return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}

NOETHER_AVX2 std::int32_t sum_by_avx2(Bytes a, Bytes b) {
  __m256i even = _mm256_setzero_si256();
  __m256i odd = _mm256_setzero_si256();
  std::size_t i = 0;
  for (; i + 32 <= a.size(); i += 32) {
    even = _mm256_add_epi32(even, _mm256_madd_epi16(widened(&a[i]), widened(&b[i])));
    odd = _mm256_add_epi32(odd, _mm256_madd_epi16(widened(&a[i + 16]), widened(&b[i + 16])));
  }
  std::int32_t sums[8];
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums), _mm256_add_epi32(even, odd));
  std::int32_t sum = sum_of_rest(a, b, i);
  for (const std::int32_t one : sums) sum += one;
  return sum;
}

#endif

}  // namespace

// Sixteen numbers at once: the compiler makes of them what the machine has.
std::int32_t sum_of_products_portable(Bytes a, Bytes b) {
  constexpr std::size_t kLanes = 16;
  using Narrow = std::int8_t __attribute__((vector_size(kLanes)));
  using Products = std::int16_t __attribute__((vector_size(2 * kLanes)));
  using Sums = std::int32_t __attribute__((vector_size(4 * kLanes)));
  Sums sums{};
  std::size_t i = 0;
  for (; i + kLanes <= a.size(); i += kLanes) {
    Narrow left;
    Narrow right;
    std::memcpy(&left, a.data() + i, kLanes);
    std::memcpy(&right, b.data() + i, kLanes);
    const Products products =
        __builtin_convertvector(left, Products) * __builtin_convertvector(right, Products);
    sums += __builtin_convertvector(products, Sums);
  }
  std::int32_t sum = sum_of_rest(a, b, i);
  for (std::size_t lane = 0; lane < kLanes; ++lane) sum += sums[lane];
  return sum;
}

std::int32_t sum_of_products(Bytes a, Bytes b) {
#if defined(__aarch64__) && defined(__linux__)
  static const bool has = has_sdot();
  if (has) return sum_by_sdot(a, b);
#elif defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx2");
  if (has) return sum_by_avx2(a, b);
#endif
  return sum_of_products_portable(a, b);
}

}  // namespace noether::index
