// Attention within each sequence of a packed batch.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "noether/train/core/packed_batch.h"

namespace noether::train {

// `in` has a row for each token: queries, keys and values of all heads, in this order. The result
// has a row of the heads' values for each token. With causal attention tokens do not attend to
// later ones.
torch::Tensor attend(std::int64_t heads, const PackedBatch& batch, const torch::Tensor& in,
                     bool causal = false);

// (sequences, heads, length, width / heads) each; softmax over all places that are not hidden.
torch::Tensor attention(const torch::Tensor& query, const torch::Tensor& key,
                        const torch::Tensor& value, const torch::Tensor& is_hidden);

// One box of a batch.
struct Box {
  torch::Tensor rows;     // (sequences, length, channels)
  torch::Tensor places;   // (1, length): 0, 1, 2, ...
  torch::Tensor lengths;  // (sequences, 1): tokens of each
};
std::vector<Box> to_boxes(const PackedBatch& batch, const torch::Tensor& by_token);

}  // namespace noether::train
