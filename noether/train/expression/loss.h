// The contrastive losses. All rows of vectors are unit vectors, in float32 or float64.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace noether::train {

// The paper's equation (1): each anchor must distinguish its positive from its negative.
torch::Tensor triplet_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                           const torch::Tensor& negatives, double temperature);

// Each anchor must distinguish its positive from all other positives and from all negatives of the
// batch, and each positive must distinguish its anchor in the same way. The rows of a batch are
// from different clusters. `negatives` may have any number of rows, including 0.
torch::Tensor in_batch_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                            const torch::Tensor& negatives, double temperature);

// The known relations of all pairs of a batch: two tables of booleans with a row and a column for
// each expression, for equal and for different pairs. A pair that is neither has the same values
// wherever both are defined; the losses ignore it.
struct Equality {
  torch::Tensor equal;
  torch::Tensor other;
};

// Expressions with the same label are equal. `values` has a row for each expression, with NaN where
// the expression has no value; expressions differ if their values differ by more than `bound`.
Equality equality_of(const torch::Tensor& labels, const torch::Tensor& values, double bound);

// Each anchor must distinguish every expression equal to it from all different ones; equal
// expressions do not compete with each other.
torch::Tensor group_loss(const torch::Tensor& vectors, const Equality& equality,
                         double temperature);

// Classifies the pairs of each family by one common cosine: equal expressions must lie above it,
// others below. Each family has `family` consecutive rows.
torch::Tensor threshold_loss(const torch::Tensor& vectors, const Equality& equality,
                             std::int64_t family);

// The mean distance between equal expressions of a family. It uses distances instead of their
// squares, so that a few pairs that cannot become close do not keep the others apart.
torch::Tensor alignment_loss(const torch::Tensor& vectors, const Equality& equality,
                             std::int64_t family);

// The mean of one minus the cosine between each vector and that of a teacher.
torch::Tensor teacher_loss(const torch::Tensor& vectors, const torch::Tensor& wanted);

// Analogies: x1 is to y1 as x2 is to y2, given as row numbers of vectors. y1 - x1 + x2 must find an
// expression equal to y2 among all except those equal to x2.
struct Analogies {
  torch::Tensor x1, y1, x2, y2;
};
torch::Tensor analogy_loss(const torch::Tensor& vectors, const Equality& equality,
                           const Analogies& analogies, double temperature);

}  // namespace noether::train
