#include "noether/train/expression/loss.h"

namespace noether::train {
namespace {

constexpr double kLeftOut = -1e9;

torch::Tensor one_way_loss(const torch::Tensor& queries, const torch::Tensor& targets,
                           const torch::Tensor& negatives, double temperature) {
  const torch::Tensor candidates =
      negatives.size(0) == 0 ? targets : torch::cat({targets, negatives});
  const torch::Tensor logits = torch::matmul(queries, candidates.t()) / temperature;
  const torch::Tensor own = torch::arange(queries.size(0), logits.device());
  return torch::cross_entropy_loss(logits, own);
}

// The cosines of all pairs of each family, and masks (1 or 0) of the equal and of the different
// pairs.
struct FamilyPairs {
  torch::Tensor cosines;
  torch::Tensor equal;
  torch::Tensor other;
};

FamilyPairs pairs_of(const torch::Tensor& vectors, const Equality& equality, std::int64_t family) {
  const std::int64_t families = vectors.size(0) / family;
  const torch::Tensor boxes = vectors.view({families, family, vectors.size(1)});
  const torch::Tensor cosines = torch::matmul(boxes, boxes.transpose(1, 2));
  const auto within = [&](const torch::Tensor& all) {
    return all.view({families, family, families, family})
        .diagonal(0, 0, 2)
        .permute({2, 0, 1})
        .to(cosines.scalar_type());
  };
  const torch::Tensor itself = torch::eye(family, cosines.options());
  return {cosines, within(equality.equal) * (1 - itself), within(equality.other)};
}

torch::Tensor mean_over(const torch::Tensor& losses, const torch::Tensor& pairs) {
  return (losses * pairs).sum() / pairs.sum().clamp_min(1);
}

}  // namespace

torch::Tensor triplet_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                           const torch::Tensor& negatives, double temperature) {
  const torch::Tensor to_positive = (anchors * positives).sum(1);
  const torch::Tensor to_negative = (anchors * negatives).sum(1);
  // -ln(e^p / (e^p + e^n)) without overflow.
  return torch::softplus((to_negative - to_positive) / temperature).mean();
}

torch::Tensor in_batch_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                            const torch::Tensor& negatives, double temperature) {
  return (one_way_loss(anchors, positives, negatives, temperature) +
          one_way_loss(positives, anchors, negatives, temperature)) /
         2;
}

Equality equality_of(const torch::Tensor& labels, const torch::Tensor& values, double bound) {
  const torch::Tensor has_value = torch::isfinite(values).to(torch::kFloat32);
  const torch::Tensor same_label = labels.unsqueeze(1) == labels.unsqueeze(0);
  // Expressions without a common point of definition are not known to be equal.
  torch::Tensor other = torch::matmul(has_value, has_value.t()) == 0;
  for (std::int64_t p = 0; p < values.size(1); ++p) {
    const torch::Tensor at = values.select(1, p);
    other.logical_or_((at.unsqueeze(1) - at.unsqueeze(0)).abs_() > bound);
  }
  return {same_label, other.logical_and_(same_label.logical_not())};
}

torch::Tensor group_loss(const torch::Tensor& vectors, const Equality& equality,
                         double temperature) {
  const torch::Tensor cosines = torch::matmul(vectors, vectors.t()) / temperature;
  const torch::Tensor others =
      cosines.masked_fill(equality.other.logical_not(), kLeftOut).logsumexp(1, /*keepdim=*/true);
  const torch::Tensor positive =
      equality.equal.to(cosines.scalar_type()) - torch::eye(vectors.size(0), cosines.options());
  const torch::Tensor count = positive.sum(1);
  const torch::Tensor losses = (torch::softplus(others - cosines) * positive).sum(1);
  const torch::Tensor anchors = (count > 0).to(cosines.scalar_type()).sum().clamp_min(1);
  return (losses / count.clamp_min(1)).sum() / anchors;
}

torch::Tensor threshold_loss(const torch::Tensor& vectors, const Equality& equality,
                             std::int64_t family) {
  constexpr double kThreshold = 0.5;
  constexpr double kSteepness = 10;
  const FamilyPairs pairs = pairs_of(vectors, equality, family);
  const torch::Tensor logits = (pairs.cosines - kThreshold) * kSteepness;
  return mean_over(torch::softplus(-logits), pairs.equal) +
         mean_over(torch::softplus(logits), pairs.other);
}

torch::Tensor alignment_loss(const torch::Tensor& vectors, const Equality& equality,
                             std::int64_t family) {
  constexpr double kNearest = 1e-4;  // least squared distance: at 0 the gradient is undefined
  const FamilyPairs pairs = pairs_of(vectors, equality, family);
  return mean_over((2 - 2 * pairs.cosines).clamp_min(kNearest).sqrt(), pairs.equal);
}

torch::Tensor teacher_loss(const torch::Tensor& vectors, const torch::Tensor& wanted) {
  return 1 - (vectors * wanted).sum(1).mean();
}

torch::Tensor analogy_loss(const torch::Tensor& vectors, const Equality& equality,
                           const Analogies& analogies, double temperature) {
  if (analogies.x1.size(0) == 0) return torch::zeros({}, vectors.options());
  const auto of = [&](const torch::Tensor& places) { return vectors.index_select(0, places); };
  const torch::Tensor sum = of(analogies.y1) - of(analogies.x1) + of(analogies.x2);
  const torch::Tensor query = sum / sum.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12);
  const torch::Tensor cosines = torch::matmul(query, vectors.t()) / temperature;
  const torch::Tensor candidates = equality.other.index_select(0, analogies.y2)
                                       .logical_and(equality.other.index_select(0, analogies.x2));
  const torch::Tensor others = cosines.masked_fill(candidates.logical_not(), kLeftOut).logsumexp(1);
  const torch::Tensor wanted = (query * of(analogies.y2)).sum(1) / temperature;
  return torch::softplus(others - wanted).mean();
}

}  // namespace noether::train
