// AdamW (Loshchilov and Hutter, 2019) on all weights at once, with clipping by the global norm.
//
// Nothing in a step waits for the device.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace noether::train {

struct AdamWOptions {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
  double clip = 4.0;  // longest gradient; 0: any
};

class AdamW {
 public:
  // `rates` multiply the learning rate, each that of one weight; undefined: all are 1.
  AdamW(const torch::Tensor& weights, AdamWOptions options, const torch::Tensor& rates = {});

  // Changes the weights by their gradient, which is used up.
  void step(torch::Tensor& weights, double learning_rate);

  // The state that a checkpoint keeps.
  std::int64_t steps = 0;
  torch::Tensor first_moment;
  torch::Tensor second_moment;

 private:
  AdamWOptions options_;
  torch::Tensor rates_;
};

}  // namespace noether::train
