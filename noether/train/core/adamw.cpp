#include "noether/train/core/adamw.h"

#include <cmath>

namespace noether::train {

AdamW::AdamW(const torch::Tensor& weights, AdamWOptions options, const torch::Tensor& rates)
    : first_moment(torch::zeros_like(weights.detach())),
      second_moment(torch::zeros_like(weights.detach())),
      options_(options),
      rates_(rates.defined() ? rates.to(weights.device(), weights.scalar_type()) : rates) {}

void AdamW::step(torch::Tensor& weights, double learning_rate) {
  const torch::NoGradGuard no_graph;
  torch::Tensor gradient = weights.grad();
  if (options_.clip > 0) {
    // A tensor, so that the host need not know it.
    gradient.mul_((options_.clip / (gradient.norm() + 1e-6)).clamp_max(1.0));
  }
  ++steps;
  const auto count = static_cast<double>(steps);
  const double correction1 = 1 - std::pow(options_.beta1, count);
  const double correction2 = 1 - std::pow(options_.beta2, count);
  const double decay = learning_rate * options_.weight_decay;
  if (rates_.defined()) {
    weights.mul_(1 - rates_ * decay);
  } else {
    weights.mul_(1 - decay);
  }
  first_moment.mul_(options_.beta1).add_(gradient, 1 - options_.beta1);
  second_moment.mul_(options_.beta2).addcmul_(gradient, gradient, 1 - options_.beta2);
  torch::Tensor size = (second_moment.sqrt() / std::sqrt(correction2)).add_(options_.epsilon);
  if (rates_.defined()) size.div_(rates_);
  weights.addcdiv_(first_moment, size, -learning_rate / correction1);
  weights.mutable_grad() = torch::Tensor();
}

}  // namespace noether::train
