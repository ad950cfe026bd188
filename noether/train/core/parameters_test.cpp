#include "noether/train/core/parameters.h"

#include <gtest/gtest.h>
#include <torch/optim/adamw.h>

namespace noether::train {
namespace {

TEST(AdamW, TakesTheStepsOfTorchsOwn) {
  torch::manual_seed(7);
  const torch::Tensor start = torch::randn({50}, torch::kFloat64);
  const torch::Tensor target = torch::randn({50}, torch::kFloat64);
  torch::Tensor ours = start.clone().requires_grad_(true);
  torch::Tensor theirs = start.clone().requires_grad_(true);
  AdamWOptions options;
  options.clip = 0;
  options.weight_decay = 0.1;
  AdamW optimizer(ours, options);
  torch::optim::AdamW reference({theirs}, torch::optim::AdamWOptions(0.01).weight_decay(0.1));
  for (int i = 0; i < 20; ++i) {
    (ours - target).pow(4).sum().backward();
    optimizer.step(ours, 0.01);
    reference.zero_grad();
    (theirs - target).pow(4).sum().backward();
    reference.step();
  }
  EXPECT_GT((start - ours).abs().max().item<double>(), 0.1);
  EXPECT_LT((ours - theirs).abs().max().item<double>(), 1e-12);
}

TEST(AdamW, ClipsAGradientThatIsTooLongToItsDirection) {
  torch::Tensor weights = torch::zeros({2}, torch::kFloat64).requires_grad_(true);
  AdamWOptions options;
  options.clip = 1;
  AdamW optimizer(weights, options);
  weights.mutable_grad() = torch::tensor({30.0, 40.0}, torch::kFloat64);
  optimizer.step(weights, 0.1);
  // (1 - beta1) times the gradient of length 1.
  EXPECT_NEAR(optimizer.first_moment[0].item<double>(), 0.06, 1e-6);
  EXPECT_NEAR(optimizer.first_moment[1].item<double>(), 0.08, 1e-6);
  EXPECT_FALSE(weights.grad().defined());
}

TEST(AdamW, LeavesAShortGradientAsItIs) {
  torch::Tensor weights = torch::zeros({2}, torch::kFloat64).requires_grad_(true);
  AdamW optimizer(weights, {});
  weights.mutable_grad() = torch::tensor({0.3, 0.4}, torch::kFloat64);
  optimizer.step(weights, 0.1);
  EXPECT_NEAR(optimizer.first_moment[1].item<double>(), 0.04, 1e-12);
}

TEST(AdamW, MultipliesTheRateOfEachWeight) {
  const auto stepped = [](double rate, const torch::Tensor& rates) {
    torch::Tensor weights = torch::full({2}, 3.0).requires_grad_(true);
    AdamW optimizer(weights, {0.9, 0.999, 1e-8, 0.1, 0}, rates);
    for (int i = 0; i < 3; ++i) {
      weights.mutable_grad() = torch::tensor({0.5F, -2.0F});
      optimizer.step(weights, rate);
    }
    return weights.detach();
  };
  const torch::Tensor slow = stepped(0.01, {});
  const torch::Tensor fast = stepped(0.03, {});
  const torch::Tensor mixed = stepped(0.01, torch::tensor({1.0F, 3.0F}));
  EXPECT_NEAR(mixed[0].item<double>(), slow[0].item<double>(), 1e-6);
  EXPECT_NEAR(mixed[1].item<double>(), fast[1].item<double>(), 1e-6);
}

}  // namespace
}  // namespace noether::train
