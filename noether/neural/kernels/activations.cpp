#include "noether/neural/kernels/activations.h"

#include <algorithm>
#include <array>

#include "noether/neural/kernels/gelu.h"

namespace noether::neural {
namespace {

constexpr std::array<std::string_view, 5> kActivationNames = {"relu", "gelu", "gelu_tanh", "silu",
                                                              "tanh"};  // in order

template <typename Work>
void with_activation(Activation activation, const Work& work) {
  switch (activation) {
    case Activation::Relu:
      return work.template operator()<Activation::Relu>();
    case Activation::GeluErf:
      return;  // is not computed in lanes
    case Activation::GeluTanh:
      return work.template operator()<Activation::GeluTanh>();
    case Activation::Silu:
      return work.template operator()<Activation::Silu>();
    case Activation::Tanh:
      return work.template operator()<Activation::Tanh>();
  }
}

}  // namespace

std::string_view activation_name(Activation activation) {
  return kActivationNames[static_cast<std::size_t>(activation)];
}

std::optional<Activation> activation_by_name(std::string_view name) {
  const auto found = std::ranges::find(kActivationNames, name);
  if (found == kActivationNames.end()) return std::nullopt;
  return static_cast<Activation>(found - kActivationNames.begin());
}

void activate_row(Activation activation, float* x, std::size_t size) {
  if (activation == Activation::GeluErf) return gelu_rows(x, size, 1, size);
  with_activation(activation, [&]<Activation kActivation>() {
    std::size_t i = 0;
    for (; i + kWideLanes <= size; i += kWideLanes) {
      store(activated<kActivation>(load_wide(x + i)), x + i);
    }
    for (; i < size; i += kLanes) store(activated<kActivation>(load(x + i)), x + i);
  });
}

void gate_row(Activation activation, const float* gate, const float* x, std::size_t size,
              float* out) {
  if (activation == Activation::GeluErf) {
    std::copy_n(gate, size, out);
    gelu_rows(out, size, 1, size);
    for (std::size_t i = 0; i < size; ++i) out[i] *= x[i];
    return;
  }
  with_activation(activation, [&]<Activation kActivation>() {
    std::size_t i = 0;
    for (; i + kWideLanes <= size; i += kWideLanes) {
      store(activated<kActivation>(load_wide(gate + i)) * load_wide(x + i), out + i);
    }
    for (; i < size; i += kLanes) {
      store(activated<kActivation>(load(gate + i)) * load(x + i), out + i);
    }
  });
}

}  // namespace noether::neural
