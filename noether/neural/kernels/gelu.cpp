#include "noether/neural/kernels/gelu.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "noether/neural/kernels/fused.h"

namespace noether::neural {
namespace {

// erf(x) within 1e-7: a quotient of polynomials in x^2 with an error of at most 1.5e-8 for |x| up
// to kOne; above kOne, erf rounds to 1. The highest power comes first.
constexpr float kOne = 3.9F;
constexpr std::size_t kPowers = 5;
constexpr float kAbove[kPowers] = {2.05040414229e-6F, 2.87439548763e-4F, 3.83636275356e-3F,
                                   5.29653877485e-2F, 1.91929863097e-1F};
constexpr float kAboveLast = 1.12837903319F;
constexpr float kBelow[kPowers] = {3.8229964629e-5F, 1.18159682787e-3F, 1.51082091716e-2F,
                                   1.14753533081e-1F, 5.03425198025e-1F};
constexpr float kBelowLast = 1;
constexpr float kHalfRoot = std::numbers::sqrt2_v<float> / 2;
constexpr float kLeast = -5.5F;  // the lower bound: below it, the rounding of erf would show

#if defined(NOETHER_FUSED)

// A polynomial's coefficients, each in all lanes, with the last one.
struct Polynomial {
  Lanes power[kPowers + 1] = {};

  constexpr Polynomial(const float (&powers)[kPowers], float last) {
    for (std::size_t i = 0; i < kPowers; ++i) power[i] = all(powers[i]);
    power[kPowers] = all(last);
  }
};
constexpr Polynomial kAboveLanes(kAbove, kAboveLast);
constexpr Polynomial kBelowLanes(kBelow, kBelowLast);

// Handles several vectors in parallel, because each step depends on the previous one.
template <std::size_t kParts>
NOETHER_FUSED inline void gelu_parts(float* x) {
  Lanes value[kParts];
  Lanes root[kParts];
  Lanes square[kParts];
  Lanes above[kParts];
  Lanes below[kParts];
  for (std::size_t i = 0; i < kParts; ++i) {
    value[i] = greater(load(x + i * kLanes), all(kLeast));
    root[i] = smaller(value[i] * kHalfRoot, all(kOne));
    square[i] = root[i] * root[i];
    above[i] = all(kAbove[0]);
    below[i] = all(kBelow[0]);
  }
  for (std::size_t power = 1; power <= kPowers; ++power) {
    for (std::size_t i = 0; i < kParts; ++i) {
      above[i] = multiply_add(above[i], square[i], constant(kAboveLanes.power[power]));
      below[i] = multiply_add(below[i], square[i], constant(kBelowLanes.power[power]));
    }
  }
  for (std::size_t i = 0; i < kParts; ++i) {
    const Lanes half = value[i] * 0.5F;
    store(multiply_add(half, root[i] * above[i] / below[i], half), x + i * kLanes);
  }
}

NOETHER_FUSED void gelu_rows_fused(float* x, std::size_t size, std::size_t count,
                                   std::size_t stride) {
  for (std::size_t row = 0; row < count; ++row, x += stride) {
    std::size_t i = 0;
    for (; i + kWideLanes <= size; i += kWideLanes) gelu_parts<4>(x + i);
    for (; i < size; i += kLanes) gelu_parts<1>(x + i);
  }
}

#endif

float gelu_of(float x) {
  x = std::max(x, kLeast);
  const float root = std::min(x * kHalfRoot, kOne);
  const float square = root * root;
  float above = kAbove[0];
  float below = kBelow[0];
  for (std::size_t power = 1; power < kPowers; ++power) {
    above = std::fma(above, square, kAbove[power]);
    below = std::fma(below, square, kBelow[power]);
  }
  above = std::fma(above, square, kAboveLast);
  below = std::fma(below, square, kBelowLast);
  const float half = x * 0.5F;
  return std::fma(half, root * above / below, half);
}

}  // namespace

void gelu_rows_portable(float* x, std::size_t size, std::size_t count, std::size_t stride) {
  for (std::size_t row = 0; row < count; ++row, x += stride) {
    for (std::size_t i = 0; i < size; ++i) x[i] = gelu_of(x[i]);
  }
}

void gelu_rows(float* x, std::size_t size, std::size_t count, std::size_t stride) {
#if defined(NOETHER_FUSED)
  if (has_fused_instructions()) return gelu_rows_fused(x, size, count, stride);
#endif
  gelu_rows_portable(x, size, count, stride);
}

}  // namespace noether::neural
