// Activation functions, four numbers at a time, with the same bits on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string_view>

#include "noether/neural/kernels/lanes.h"

namespace noether::neural {

// GeluErf is x Φ(x) of the normal distribution, GeluTanh its approximation by tanh in GPT-2 and
// ALBERT. Silu is x σ(x).
enum class Activation : std::uint8_t { Relu, GeluErf, GeluTanh, Silu, Tanh };
std::string_view activation_name(Activation activation);  // "gelu_tanh"
std::optional<Activation> activation_by_name(std::string_view name);

// x[i] = f(x[i]); `size` is a multiple of 4.
void activate_row(Activation activation, float* x, std::size_t size);
// out[i] = f(gate[i]) * x[i].
void gate_row(Activation activation, const float* gate, const float* x, std::size_t size,
              float* out);

// The functions below take four floats or sixteen.

// 1 / (1 + e^-x), to 7 digits even for small values.
template <typename Some>
inline Some sigmoid_of(const Some& x) {
  const Some power = exp_of_negative(smaller(x, -x));
  return where_negative(x, power, everywhere<Some>(1.0F)) / (power + 1.0F);
}

// For all activations except GeluErf, which is in gelu.h.
template <Activation kActivation, typename Some>
inline Some activated(const Some& x) {
  if constexpr (kActivation == Activation::Relu) {
    return greater(x, everywhere<Some>(0.0F));
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
