// The contrastive losses. All rows are unit vectors, in float32 or float64.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace noether::train {

// The paper's equation (1): each anchor must distinguish its positive from its negative.
torch::Tensor triplet_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                           const torch::Tensor& negatives, double temperature);

// Each anchor must distinguish its positive from all other positives and from all negatives of the
// batch, and each positive its anchor in the same way; rows of one batch are from different
// clusters. `negatives` may have any number of rows, including none.
torch::Tensor in_batch_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                            const torch::Tensor& negatives, double temperature);

// The known relations of all pairs of a batch, one row and one column for each expression: which
// are equal and which are different, as booleans. A pair that is neither has the same values
// wherever both have one; it does not count.
struct Equality {
  torch::Tensor equal;
  torch::Tensor other;
};

// The same label means equal. Of `values`, a row for each expression, not a number is no value, and
// those that are further apart than `bound` differ.
Equality equality_of(const torch::Tensor& labels, const torch::Tensor& values, double bound);

// For an anchor each expression that equals it is distinguished from all that do not; equal ones do
// not compete with each other.
torch::Tensor group_loss(const torch::Tensor& vectors, const Equality& equality,
                         double temperature);

// Classifies pairs of a family, each of which has `family` consecutive rows, by one common cosine:
// above it for equal expressions, below it for others.
torch::Tensor threshold_loss(const torch::Tensor& vectors, const Equality& equality,
                             std::int64_t family);

// The mean distance between equal expressions of a family. It uses distances and not their squares:
// so most pairs become close, and the few that cannot do not prevent it.
torch::Tensor alignment_loss(const torch::Tensor& vectors, const Equality& equality,
                             std::int64_t family);

// x1 is to y1 as x2 is to y2, given as places of vectors: y1 - x1 + x2 must find an expression
// equal to y2 among all except those equal to x2.
struct Analogies {
  torch::Tensor x1, y1, x2, y2;
};
torch::Tensor analogy_loss(const torch::Tensor& vectors, const Equality& equality,
                           const Analogies& analogies, double temperature);

}  // namespace noether::train
