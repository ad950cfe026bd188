#include "noether/neural/kernels/activations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "noether/neural/kernels/gelu.h"

namespace noether::neural {
namespace {

// The largest error from -30 to 30, divided by the maximum of 1 and |x|.
double error_of(Activation activation, const std::function<double(double)>& exact) {
  double largest = 0;
  for (int step = -30'000; step <= 30'000; ++step) {
    const float x = static_cast<float>(step) * 0.001F;
    std::vector<float> row(4, x);
    activate_row(activation, row.data(), 4);
    const auto wide = static_cast<double>(x);
    const double error = std::abs(static_cast<double>(row[2]) - exact(wide));
    largest = std::max(largest, error / std::max(1.0, std::abs(wide)));
  }
  return largest;
}

TEST(Activations, AreWithinRoundingOfTheCLibrary) {
  EXPECT_LT(error_of(Activation::GeluErf,
                     [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2))); }),
            2e-7);
  EXPECT_LT(error_of(Activation::GeluTanh,
                     [](double x) {
                       const double y =
                           std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
                       return 0.5 * x * (1 + std::tanh(y));
                     }),
            5e-7);
  EXPECT_LT(error_of(Activation::Silu, [](double x) { return x / (1 + std::exp(-x)); }), 2e-7);
  EXPECT_LT(error_of(Activation::Tanh, [](double x) { return std::tanh(x); }), 2e-7);
  EXPECT_EQ(error_of(Activation::Relu, [](double x) { return std::max(x, 0.0); }), 0);
}

TEST(Activations, OfGeluAreTheSameBitsAsThePortableOnes) {
  std::vector<float> row;
  for (int step = -4'000; step < 4'000; ++step) row.push_back(static_cast<float>(step) * 0.0021F);
  for (const float x : {-3e38F, -1e6F, -0.0F, 1e-40F}) row.push_back(x);
  std::vector<float> portable = row;
  gelu_rows(row.data(), row.size(), 1, row.size());
  gelu_rows_portable(portable.data(), portable.size(), 1, portable.size());
  EXPECT_EQ(row, portable);
}

TEST(Activations, AreDefinedForAnyNumber) {
  for (const float x : {-3e38F, -1e6F, -1000.0F, 1000.0F, 1e6F, 3e12F}) {
    for (const auto activation : {Activation::GeluErf, Activation::GeluTanh, Activation::Silu}) {
      std::vector<float> row(4, x);
      activate_row(activation, row.data(), 4);
      EXPECT_NEAR(row[0], std::max(x, 0.0F), std::abs(x) * 1e-6F)
          << activation_name(activation) << " of " << x;
    }
  }
}

TEST(Activations, GateAnotherRow) {
  const std::vector<float> gate = {-1, 0, 1, 2};
  const std::vector<float> x = {2, 3, 4, 5};
  std::vector<float> out(4);
  gate_row(Activation::Relu, gate.data(), x.data(), 4, out.data());
  EXPECT_EQ(out, (std::vector<float>{0, 0, 4, 10}));
}

TEST(Activations, HaveNames) {
  EXPECT_EQ(activation_by_name("gelu_tanh"), Activation::GeluTanh);
  EXPECT_EQ(activation_name(Activation::GeluErf), "gelu");
  EXPECT_FALSE(activation_by_name("swish2"));
}

}  // namespace
}  // namespace noether::neural
