#include "noether/train/cross/list_loss.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace noether::train {
namespace {

constexpr double kNotListed = -1e9;

std::vector<double> softmax_of(const std::vector<double>& wanted) {
  const double highest = std::ranges::max(wanted);
  std::vector<double> shares(wanted.size());
  std::ranges::transform(wanted, shares.begin(), [&](double w) { return std::exp(w - highest); });
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<double> chances_of(const CrossConfig& config, const std::vector<std::uint8_t>& grades) {
  std::vector<double> chances(grades.size());
  std::ranges::transform(grades, chances.begin(), [&](std::uint8_t grade) {
    if (config.loss == CrossLoss::TwoWay) return grade >= config.right ? 1.0 : 0.0;
    return std::min(1.0, static_cast<double>(grade) / config.full);
  });
  return chances;
}

std::vector<double> steep_grades(const CrossConfig& config,
                                 const std::vector<std::uint8_t>& grades) {
  std::vector<double> steep(grades.size());
  std::ranges::transform(grades, steep.begin(),
                         [&](std::uint8_t grade) { return config.steepness * grade; });
  return steep;
}

}  // namespace

ListTargets ListTargets::to(torch::Device device) const {
  return {targets.to(device, /*non_blocking=*/true), slots.to(device, /*non_blocking=*/true), lists,
          longest};
}

ListTargets plain_targets(std::span<const std::vector<double>> wanted, bool pinned) {
  std::int64_t texts = 0;
  ListTargets made;
  made.lists = std::ssize(wanted);
  for (const auto& list : wanted) {
    texts += std::ssize(list);
    made.longest = std::max<std::int64_t>(made.longest, std::ssize(list));
  }
  const auto memory = torch::TensorOptions(torch::kFloat32).pinned_memory(pinned);
  made.targets = torch::empty({texts}, memory);
  made.slots = torch::empty({texts}, memory.dtype(torch::kInt64));
  auto* target = made.targets.data_ptr<float>();
  auto* slot = made.slots.data_ptr<std::int64_t>();
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    const auto as_float = [](double number) { return static_cast<float>(number); };
    target = std::ranges::transform(wanted[row], target, as_float).out;
    std::iota(slot, slot + wanted[row].size(), static_cast<std::int64_t>(row) * made.longest);
    slot += wanted[row].size();
  }
  return made;
}

ListTargets list_shares(std::span<const std::vector<double>> wanted, bool pinned) {
  std::vector<std::vector<double>> shares;
  for (const auto& list : wanted) shares.push_back(softmax_of(list));
  return plain_targets(shares, pinned);
}

torch::Tensor listwise_loss(const torch::Tensor& scores, const ListTargets& targets) {
  const torch::Tensor shares = torch::log_softmax(
      torch::full({targets.lists * targets.longest}, kNotListed, scores.options())
          .index_copy(0, targets.slots, scores)
          .view({targets.lists, targets.longest}),
      1);
  const torch::Tensor wanted = targets.targets.to(scores.scalar_type());
  return -(shares.flatten().index_select(0, targets.slots) * wanted).sum() /
         static_cast<double>(targets.lists);
}

ListTargets list_targets(const CrossConfig& config,
                         std::span<const std::vector<std::uint8_t>> grades, bool pinned) {
  std::vector<std::vector<double>> wanted;
  for (const auto& list : grades) {
    wanted.push_back(config.loss == CrossLoss::Listwise ? steep_grades(config, list)
                                                        : chances_of(config, list));
  }
  return config.loss == CrossLoss::Listwise ? list_shares(wanted, pinned)
                                            : plain_targets(wanted, pinned);
}

torch::Tensor list_loss(const CrossConfig& config, const torch::Tensor& scores,
                        const ListTargets& targets) {
  if (config.loss == CrossLoss::Listwise) return listwise_loss(scores, targets);
  return torch::binary_cross_entropy_with_logits(scores, targets.targets.to(scores.scalar_type()));
}

}  // namespace noether::train
