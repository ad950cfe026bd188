// Losses of the scores of lists of graded texts.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/train/cross/cross_config.h"

namespace noether::train {

// The target scores of the texts of a batch, list by list.
struct ListTargets {
  torch::Tensor targets;  // float32, for each text
  torch::Tensor slots;    // int64, the place of each text in a table with a row for each list
  std::int64_t lists = 0;
  std::int64_t longest = 0;  // texts of a list, the columns of the table

  ListTargets to(torch::Device device) const;
};

// These numbers as they are.
ListTargets plain_targets(std::span<const std::vector<double>> wanted, bool pinned);
// Shares of each list by the softmax of these numbers: the top-one probabilities of ListNet (Cao et
// al., 2007).
ListTargets list_shares(std::span<const std::vector<double>> wanted, bool pinned);
// The mean over lists of the cross-entropy of the shares by `scores`.
torch::Tensor listwise_loss(const torch::Tensor& scores, const ListTargets& targets);

// `grades` of each list. Two-way and graded: the chance of being right. Listwise: the share of the
// list by grades times `steepness`.
ListTargets list_targets(const CrossConfig& config,
                         std::span<const std::vector<std::uint8_t>> grades, bool pinned);

// `scores` of the same texts. Two-way and graded: the mean of binary cross-entropies. Listwise:
// listwise_loss.
torch::Tensor list_loss(const CrossConfig& config, const torch::Tensor& scores,
                        const ListTargets& targets);

}  // namespace noether::train
