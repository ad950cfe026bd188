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

// One step for four columns: the four registers of weights hold 16 rows, a lane of each token its
// four numbers.
template <std::size_t kTokens, int kLane>
NOETHER_DOTPROD inline void step(const std::int8_t* weights, const int8x16_t (&token)[kTokens],
                                 int32x4_t (&sum)[kTokens][4]) {
  for (int part = 0; part < 4; ++part) {
    const int8x16_t rows = vld1q_s8(weights + 16 * part);
    for (std::size_t t = 0; t < kTokens; ++t) {
      sum[t][part] = vdotq_laneq_s32(sum[t][part], rows, token[t], kLane);
    }
  }
}

template <std::size_t kTokens>
NOETHER_DOTPROD void dot_tokens(const std::int8_t* panel, const std::int8_t* tokens,
                                std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  int32x4_t sum[kTokens][4] = {};
  for (std::size_t column = 0; column < columns; column += 16, panel += 16 * kPanelRows) {
    int8x16_t token[kTokens];
    for (std::size_t t = 0; t < kTokens; ++t) token[t] = vld1q_s8(tokens + t * columns + column);
    step<kTokens, 0>(panel, token, sum);
    step<kTokens, 1>(panel + 64, token, sum);
    step<kTokens, 2>(panel + 128, token, sum);
    step<kTokens, 3>(panel + 192, token, sum);
  }
  for (std::size_t t = 0; t < kTokens; ++t) {
    for (std::size_t part = 0; part < 4; ++part) vst1q_s32(sums[t] + 4 * part, sum[t][part]);
  }
}

void dot(const std::int8_t* panel, const std::int8_t* tokens, std::size_t count,
         std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  constexpr std::array by_count = {dot_tokens<1>, dot_tokens<2>, dot_tokens<3>};
  by_count[count - 1](panel, tokens, columns, sums);
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
