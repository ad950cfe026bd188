// The contrastive losses. All rows are unit vectors, in float32 or float64.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace noether::train {

// The paper's equation (1): each anchor has to tell its positive from its negative.
torch::Tensor triplet_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                           const torch::Tensor& negatives, double temperature);

// Each anchor has to tell its positive from all other positives and from all negatives of the
// batch, and each positive its anchor likewise; rows of one batch are of different clusters.
// `negatives` may have any number of rows, also none.
torch::Tensor in_batch_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                            const torch::Tensor& negatives, double temperature);

// What is known of all pairs of a batch, one row and one column for each expression: which are
// equal and which are not, as booleans. A pair that is neither may be either, and counts for
// nothing: its two have the same values wherever both have one.
struct Equality {
  torch::Tensor equal;
  torch::Tensor other;
};

// The same label means equal. Of `values`, a row for each expression, not a number is no value, and
// those that are further apart than `bound` differ.
Equality equality_of(const torch::Tensor& labels, const torch::Tensor& values, double bound);

// For an anchor each expression that equals it is told from all that do not, and they do not
// compete with each other.
torch::Tensor group_loss(const torch::Tensor& vectors, const Equality& equality,
                         double temperature);

// Pairs of a family, of which each has `family` rows that stand together, judged by one cosine for
// all: above it for equals, below it for others.
torch::Tensor threshold_loss(const torch::Tensor& vectors, const Equality& equality,
                             std::int64_t family);

// How far apart equals of a family are, in the mean over their pairs. Distances and not their
// squares: so most pairs come to lie together, and the few that cannot do not keep them from it.
torch::Tensor alignment_loss(const torch::Tensor& vectors, const Equality& equality,
                             std::int64_t family);

// x1 is to y1 as x2 is to y2, given as places of vectors: y1 - x1 + x2 must find what equals y2
// among all but what equals x2.
struct Analogies {
  torch::Tensor x1, y1, x2, y2;
};
torch::Tensor analogy_loss(const torch::Tensor& vectors, const Equality& equality,
                           const Analogies& analogies, double temperature);

}  // namespace noether::train
