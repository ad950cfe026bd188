// Activation functions, four numbers at a time; the same bits on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string_view>

#include "noether/neural/kernels/lanes.h"

namespace noether::neural {

// GeluErf is x Φ(x) of the normal distribution, GeluTanh the formula with tanh that stands for it
// in GPT-2 and ALBERT. Silu is x σ(x).
enum class Activation : std::uint8_t { Relu, GeluErf, GeluTanh, Silu, Tanh };
std::string_view activation_name(Activation activation);  // "gelu_tanh"
std::optional<Activation> activation_by_name(std::string_view name);

// x[i] = f(x[i]); `size` is a multiple of 4.
void activate_row(Activation activation, float* x, std::size_t size);
// out[i] = f(gate[i]) * x[i].
void gate_row(Activation activation, const float* gate, const float* x, std::size_t size,
              float* out);

// The functions below take four floats or sixteen.

// 1 / (1 + e^-x), to 7 digits also where it is small.
template <typename Some>
inline Some sigmoid_of(const Some& x) {
  const Some power = exp_of_negative(smaller(x, -x));
  return where_negative(x, power, everywhere<Some>(1.0F)) / (power + 1.0F);
}

// Within 1e-7, by a quotient of polynomials in x^2 that is off by 1.5e-8 at most.
template <typename Some>
inline Some erf_of(Some x) {
  constexpr float kOne = 3.9F;  // from here on it rounds to 1
  x = smaller(greater(x, everywhere<Some>(-kOne)), everywhere<Some>(kOne));
  const Some square = x * x;
  Some above = square * 2.05040414229e-6F + 2.87439548763e-4F;
  Some below = square * 3.8229964629e-5F + 1.18159682787e-3F;
  above = above * square + 3.83636275356e-3F;
  below = below * square + 1.51082091716e-2F;
  above = above * square + 5.29653877485e-2F;
  below = below * square + 1.14753533081e-1F;
  above = above * square + 1.91929863097e-1F;
  below = below * square + 5.03425198025e-1F;
  above = above * square + 1.12837903319F;
  below = below * square + 1.0F;
  return x * above / below;
}

template <Activation kActivation, typename Some>
inline Some activated(const Some& x) {
  if constexpr (kActivation == Activation::Relu) {
    return greater(x, everywhere<Some>(0.0F));
  } else if constexpr (kActivation == Activation::GeluErf) {
    constexpr float kZero = -5.5F;  // from here down the rest of rounding erf would count
    const Some value = x * 0.5F * (erf_of(x * (std::numbers::sqrt2_v<float> / 2)) + 1.0F);
    return where_negative(x - kZero, everywhere<Some>(0.0F), value);
  } else if constexpr (kActivation == Activation::GeluTanh) {
    // x (1 + tanh y) / 2 is x σ(2 y).
    constexpr float kTwice = 1.5957691216F;  // 2 sqrt(2 / pi)
    return x * sigmoid_of((x + x * x * x * 0.044715F) * kTwice);
  } else if constexpr (kActivation == Activation::Silu) {
    return x * sigmoid_of(x);
  } else {
    const Some power = exp_of_negative(smaller(x, -x) * 2.0F);
    const Some size = (everywhere<Some>(1.0F) - power) / (power + 1.0F);
    return where_negative(x, -size, size);
  }
}

}  // namespace noether::neural
