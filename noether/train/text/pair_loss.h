// The loss of a batch of pairs of texts: each first text is to find its second one among those of
// the batch, and each second its first, by the cosines of texts and by late interaction.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "noether/train/text/text_batch.h"
#include "noether/train/text/text_config.h"

namespace noether::train {

// Whether pairs that are not the same are of the same group, as a table of booleans: they are no
// wrong answers to one another.
torch::Tensor same_group(const std::vector<std::uint32_t>& groups);
torch::Tensor same_group(const torch::Tensor& groups);  // the number of each pair's

// `scores` has a row for each first text and a column for each second; those of `left_out` do not
// compete.
torch::Tensor find_partners_loss(const torch::Tensor& scores, const torch::Tensor& left_out,
                                 double temperature);

// The batch has all firsts, then all seconds.
torch::Tensor pair_loss(const TextConfig& config, const neural::TransformerConfig& model,
                        const ParameterViews& weights, const TextBatch& batch,
                        const torch::Tensor& left_out);

}  // namespace noether::train
