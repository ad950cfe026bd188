// The contrastive losses. All rows are unit vectors, in float32 or float64.
#pragma once

#include <torch/types.h>

namespace noether::train {

// The paper's equation (1): each anchor has to tell its positive from its negative.
torch::Tensor triplet_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                           const torch::Tensor& negatives, double temperature);

// Each anchor has to tell its positive from all other positives and from all negatives of the
// batch, and each positive its anchor likewise; rows of one batch are of different clusters.
// `negatives` may have any number of rows, also none.
torch::Tensor in_batch_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                            const torch::Tensor& negatives, double temperature);

}  // namespace noether::train
