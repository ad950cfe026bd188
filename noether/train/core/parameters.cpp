#include "noether/train/core/parameters.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace noether::train {

std::int64_t ParameterSpec::count() const {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::int64_t count_of(const std::vector<ParameterSpec>& specs) {
  return std::accumulate(
      specs.begin(), specs.end(), std::int64_t{0},
      [](std::int64_t sum, const ParameterSpec& spec) { return sum + spec.count(); });
}

torch::Tensor rates_of(const std::vector<ParameterSpec>& specs) {
  if (std::ranges::all_of(specs, [](const ParameterSpec& spec) { return spec.rate == 1; })) {
    return {};
  }
  std::vector<torch::Tensor> parts;
  for (const ParameterSpec& spec : specs) {
    parts.push_back(torch::full({spec.count()}, spec.rate, torch::kFloat32));
  }
  return torch::cat(parts);
}

Parameters::Parameters(std::vector<ParameterSpec> specs, std::uint64_t seed, torch::Device device,
                       torch::ScalarType type)
    : specs_(std::move(specs)) {
  auto generator = at::detail::createCPUGenerator(seed);
  std::vector<torch::Tensor> parts;
  for (const ParameterSpec& spec : specs_) {
    torch::Tensor part = torch::full(spec.shape, spec.value, torch::kFloat32);
    if (spec.deviation > 0) part.normal_(0, spec.deviation, generator);
    sizes_.push_back(part.numel());
    parts.push_back(part.flatten());
  }
  flat_ = torch::cat(parts).to(device, type).requires_grad_(true);
}

ParameterViews Parameters::views(torch::ScalarType type, WeightGrid grid) const {
  torch::Tensor flat = flat_;
  if (grid == WeightGrid::Int8) flat = flat_ + (on_int8_grid(flat_, specs_) - flat_).detach();
  const std::vector<torch::Tensor> parts = flat.to(type).split_with_sizes(sizes_);
  ParameterViews views;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    views.emplace(specs_[i].name, parts[i].view(specs_[i].shape));
  }
  return views;
}

torch::Tensor on_int8_grid(const torch::Tensor& flat, const std::vector<ParameterSpec>& specs) {
  const torch::NoGradGuard no_graph;
  torch::Tensor rounded = flat.detach().clone();
  std::int64_t begin = 0;
  for (const ParameterSpec& spec : specs) {
    const std::int64_t size = spec.count();
    // Embeddings and norms are not rounded, as in int8 models.
    if (spec.shape.size() == 2 && spec.name.ends_with(".weight")) {
      torch::Tensor matrix = rounded.narrow(0, begin, size).view(spec.shape);
      const torch::Tensor scale = matrix.abs().amax(1, /*keepdim=*/true).clamp_min(1e-12) / 127;
      matrix.copy_((matrix / scale).round_() * scale);
    }
    begin += size;
  }
  return rounded;
}

AdamW::AdamW(const torch::Tensor& weights, AdamWOptions options, const torch::Tensor& rates)
    : first_moment(torch::zeros_like(weights.detach())),
      second_moment(torch::zeros_like(weights.detach())),
      options_(options),
      rates_(rates.defined() ? rates.to(weights.device(), weights.scalar_type()) : rates) {}

void AdamW::step(torch::Tensor& weights, double learning_rate) {
  const torch::NoGradGuard no_graph;
  torch::Tensor gradient = weights.grad();
  if (options_.clip > 0) {
    // The factor stays a tensor, so that the host does not wait for its value.
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
