#include "noether/train/value_head.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace noether::train {
namespace {

constexpr auto kPoints = static_cast<std::int64_t>(TokenValues::kPoints);

}  // namespace

std::vector<ParameterSpec> value_head_parameters(std::int64_t width) {
  const double deviation = 1 / std::sqrt(static_cast<double>(width));
  return {{"values.weight", {2 * kPoints, width}, 0, deviation},
          {"values.bias", {2 * kPoints}, 0, 0}};
}

torch::Tensor value_targets(const TokenValues& values,
                            std::span<const std::span<const std::uint16_t>> expressions,
                            const PackedBatch& batch, bool pinned) {
  torch::Tensor targets = torch::empty({batch.tokens.size(0), kPoints},
                                       torch::TensorOptions(torch::kFloat32).pinned_memory(pinned));
  auto* const numbers = targets.data_ptr<float>();
  std::fill_n(numbers, targets.numel(), std::numeric_limits<float>::infinity());
  const auto* const starts = batch.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.order.data_ptr<std::int64_t>();
  std::vector<TokenValues::Values> parts;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    values.of_parts(expressions[i], parts);
    float* to = numbers + (starts[order[i]] + 1) * kPoints;  // behind the token that begins it
    for (const TokenValues::Values& part : parts) {
      to = std::ranges::transform(part, to, [](double value) {
             return static_cast<float>(std::asinh(value));
           }).out;
    }
  }
  return targets;
}

torch::Tensor value_loss(const ParameterViews& weights, const torch::Tensor& hidden,
                         const torch::Tensor& targets) {
  const torch::Tensor said =
      torch::linear(hidden, weights.at("values.weight"), weights.at("values.bias"))
          .to(targets.scalar_type());
  const torch::Tensor is_part = torch::isinf(targets).logical_not();
  const torch::Tensor is_defined = torch::isfinite(targets);
  const auto mean_over = [](const torch::Tensor& losses, const torch::Tensor& which) {
    const torch::Tensor chosen = which.to(losses.scalar_type());
    return (losses * chosen).sum() / chosen.sum().clamp_min(1);
  };
  const torch::Tensor defined_logit = said.narrow(1, 0, kPoints);
  const torch::Tensor definedness = torch::binary_cross_entropy_with_logits(
      defined_logit, is_defined.to(said.scalar_type()), {}, {}, at::Reduction::None);
  const torch::Tensor error = torch::smooth_l1_loss(
      said.narrow(1, kPoints, kPoints), targets.masked_fill(is_defined.logical_not(), 0),
      at::Reduction::None, /*beta=*/0.1);
  return mean_over(definedness, is_part) + mean_over(error, is_defined);
}

}  // namespace noether::train
