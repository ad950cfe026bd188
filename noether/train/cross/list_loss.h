// Losses for the scores of lists of graded texts.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/train/cross/cross_config.h"

namespace noether::train {

// The target scores of the texts in a batch, list by list.
struct ListTargets {
  torch::Tensor targets;  // float32, for each text
  torch::Tensor slots;    // int64, the place of each text in a table with a row for each list
  std::int64_t lists = 0;
  std::int64_t longest = 0;  // most texts of a list, the number of columns of the table

  ListTargets to(torch::Device device) const;
};

// The numbers of `wanted`, unchanged.
ListTargets plain_targets(std::span<const std::vector<double>> wanted, bool pinned);
// The softmax of the numbers of each list: the top-one probabilities of ListNet (Cao et al., 2007).
ListTargets list_shares(std::span<const std::vector<double>> wanted, bool pinned);
// The mean over lists of the cross-entropy between the target probabilities and the softmax of
// `scores`.
torch::Tensor listwise_loss(const torch::Tensor& scores, const ListTargets& targets);

// The targets for `grades`, which has the grades of each list. Two-way and graded: the probability
// that a text is right. Listwise: the softmax over the list of the grades times `steepness`.
ListTargets list_targets(const CrossConfig& config,
                         std::span<const std::vector<std::uint8_t>> grades, bool pinned);

// `scores` belong to the same texts. Two-way and graded: the mean of the binary cross-entropies.
// Listwise: listwise_loss.
torch::Tensor list_loss(const CrossConfig& config, const torch::Tensor& scores,
                        const ListTargets& targets);

}  // namespace noether::train
