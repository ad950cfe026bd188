// All weights of a model in one float32 tensor, and the optimiser that updates them: AdamW
// (Loshchilov and Hutter, 2019) with clipping by the global norm.
//
// Clipping, the optimiser's step and the copy to bf16 are then a handful of operations, whatever
// the number of named weights, and nothing in a step waits for the device. A forward pass works on
// views of this tensor, so the gradient is also one tensor.
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
  std::string name;  // the tensor's name in model.safetensors
  std::vector<std::int64_t> shape;
  // The initial numbers: all equal to `value`, or normally distributed around 0 with `deviation`.
  double value = 0;
  double deviation = 0;
  double rate = 1;  // factor for the learning rate of the run

  std::int64_t count() const;  // number of scalars
};
std::int64_t count_of(const std::vector<ParameterSpec>& specs);

// The rate of each number, parameter by parameter; undefined if all rates are 1.
torch::Tensor rates_of(const std::vector<ParameterSpec>& specs);

using ParameterViews = std::map<std::string, torch::Tensor, std::less<>>;

class Parameters {
 public:
  // The initial numbers depend only on the seed, not on the device.
  Parameters(std::vector<ParameterSpec> specs, std::uint64_t seed, torch::Device device,
             torch::ScalarType type = torch::kFloat32);

  const std::vector<ParameterSpec>& specs() const { return specs_; }
  std::int64_t count() const { return flat_.numel(); }

  // The leaf tensor that receives the gradient.
  torch::Tensor& flat() { return flat_; }
  const torch::Tensor& flat() const { return flat_; }
  // The parameters by name, converted to `type`. They are part of the graph unless gradients are
  // off. With a grid, gradients pass unchanged through the rounding.
  ParameterViews views(torch::ScalarType type, WeightGrid grid = WeightGrid::None) const;

 private:
  std::vector<ParameterSpec> specs_;
  std::vector<std::int64_t> sizes_;
  torch::Tensor flat_;
};

// Rounds all matrices of layers row by row. `flat` holds the parameters one after the other.
torch::Tensor on_int8_grid(const torch::Tensor& flat, const std::vector<ParameterSpec>& specs);

struct AdamWOptions {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
  double clip = 4.0;  // maximum norm of the gradient; 0: no limit
};

class AdamW {
 public:
  // `rates` has a factor for the learning rate of each weight; undefined means that all are 1.
  AdamW(const torch::Tensor& weights, AdamWOptions options, const torch::Tensor& rates = {});

  // Updates the weights by their gradient and consumes the gradient.
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
