#include "noether/train/parameters.h"

#include <utility>

namespace noether::train {

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

ParameterViews Parameters::views(torch::ScalarType type) const {
  const std::vector<torch::Tensor> parts = flat_.to(type).split_with_sizes(sizes_);
  ParameterViews views;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    views.emplace(specs_[i].name, parts[i].view(specs_[i].shape));
  }
  return views;
}

}  // namespace noether::train
