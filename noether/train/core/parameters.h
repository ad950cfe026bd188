// All weights of a model in one float32 tensor, and the optimiser that changes them: AdamW
// (Loshchilov and Hutter, 2019), with clipping by the global norm.
//
// Clipping, the optimiser's step and the copy in bf16 are then a handful of operations, however
// many weights have names, and nothing in a step waits for the device. A forward pass works on
// views of the whole, so that its gradient is one tensor too.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "noether/train/core/run_config.h"

namespace noether::train {

struct ParameterSpec {
  std::string name;  // as model.safetensors has it
  std::vector<std::int64_t> shape;
  // The initial value: this value everywhere, or normally distributed around 0.
  double value = 0;
  double deviation = 0;
  double rate = 1;  // times the learning rate of the run

  std::int64_t count() const;  // of its numbers
};
std::int64_t count_of(const std::vector<ParameterSpec>& specs);

// The rate of each number, one parameter after the other; undefined where all are 1.
torch::Tensor rates_of(const std::vector<ParameterSpec>& specs);

using ParameterViews = std::map<std::string, torch::Tensor, std::less<>>;

class Parameters {
 public:
  // The same numbers for the same seed, on any device.
  Parameters(std::vector<ParameterSpec> specs, std::uint64_t seed, torch::Device device,
             torch::ScalarType type = torch::kFloat32);

  const std::vector<ParameterSpec>& specs() const { return specs_; }
  std::int64_t count() const { return flat_.numel(); }

  // The leaf tensor of the gradients.
  torch::Tensor& flat() { return flat_; }
  const torch::Tensor& flat() const { return flat_; }
  // The parameters by name, in this type; part of the graph unless gradients are off. On a grid,
  // gradients pass through the rounding.
  ParameterViews views(torch::ScalarType type, WeightGrid grid = WeightGrid::None) const;

 private:
  std::vector<ParameterSpec> specs_;
  std::vector<std::int64_t> sizes_;
  torch::Tensor flat_;
};

// All matrices of layers rounded, row by row; `flat` holds the parameters one after the other.
torch::Tensor on_int8_grid(const torch::Tensor& flat, const std::vector<ParameterSpec>& specs);

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
