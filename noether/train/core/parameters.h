// All weights of a model in one float32 tensor.
//
// Clipping, the optimiser's step and the copy in bf16 are then a handful of operations, however
// many weights have names. A forward pass works on views of the whole, so that its gradient is one
// tensor too.
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

}  // namespace noether::train
