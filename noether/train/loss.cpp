#include "noether/train/loss.h"

namespace noether::train {
namespace {

torch::Tensor one_way_loss(const torch::Tensor& queries, const torch::Tensor& targets,
                           const torch::Tensor& negatives, double temperature) {
  const torch::Tensor candidates =
      negatives.size(0) == 0 ? targets : torch::cat({targets, negatives});
  const torch::Tensor logits = torch::matmul(queries, candidates.t()) / temperature;
  const torch::Tensor own = torch::arange(queries.size(0), logits.device());
  return torch::cross_entropy_loss(logits, own);
}

// The cosines of all pairs of each family, and which of them are equals (1 or 0) and which are not.
struct FamilyPairs {
  torch::Tensor cosines;
  torch::Tensor equal;
  torch::Tensor other;
};

FamilyPairs pairs_of(const torch::Tensor& vectors, const torch::Tensor& labels,
                     std::int64_t family) {
  const std::int64_t families = vectors.size(0) / family;
  const torch::Tensor boxes = vectors.view({families, family, vectors.size(1)});
  const torch::Tensor cosines = torch::matmul(boxes, boxes.transpose(1, 2));
  const torch::Tensor label = labels.view({families, family});
  const torch::Tensor same = label.unsqueeze(1) == label.unsqueeze(2);
  const torch::Tensor known = (label.unsqueeze(1) >= 0).logical_or(label.unsqueeze(2) >= 0);
  const torch::Tensor itself = torch::eye(family, cosines.options());
  return {cosines, same.to(cosines.scalar_type()) * (1 - itself),
          same.logical_not().logical_and(known).to(cosines.scalar_type())};
}

torch::Tensor mean_over(const torch::Tensor& losses, const torch::Tensor& pairs) {
  return (losses * pairs).sum() / pairs.sum().clamp_min(1);
}

}  // namespace

torch::Tensor triplet_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                           const torch::Tensor& negatives, double temperature) {
  const torch::Tensor to_positive = (anchors * positives).sum(1);
  const torch::Tensor to_negative = (anchors * negatives).sum(1);
  // -ln(e^p / (e^p + e^n)) without the overflow.
  return torch::softplus((to_negative - to_positive) / temperature).mean();
}

torch::Tensor in_batch_loss(const torch::Tensor& anchors, const torch::Tensor& positives,
                            const torch::Tensor& negatives, double temperature) {
  return (one_way_loss(anchors, positives, negatives, temperature) +
          one_way_loss(positives, anchors, negatives, temperature)) /
         2;
}

torch::Tensor group_loss(const torch::Tensor& vectors, const torch::Tensor& labels,
                         double temperature) {
  constexpr double kNever = -1e9;
  const torch::Tensor cosines = torch::matmul(vectors, vectors.t()) / temperature;
  const torch::Tensor same = labels.unsqueeze(1) == labels.unsqueeze(0);
  const torch::Tensor others = cosines.masked_fill(same, kNever).logsumexp(1, /*keepdim=*/true);
  const torch::Tensor positive =
      same.to(cosines.scalar_type()) - torch::eye(vectors.size(0), cosines.options());
  const torch::Tensor count = positive.sum(1);
  const torch::Tensor losses = (torch::softplus(others - cosines) * positive).sum(1);
  const torch::Tensor anchors = (count > 0).to(cosines.scalar_type()).sum().clamp_min(1);
  return (losses / count.clamp_min(1)).sum() / anchors;
}

torch::Tensor threshold_loss(const torch::Tensor& vectors, const torch::Tensor& labels,
                             std::int64_t family) {
  constexpr double kThreshold = 0.5;
  constexpr double kSteepness = 10;
  const FamilyPairs pairs = pairs_of(vectors, labels, family);
  const torch::Tensor logits = (pairs.cosines - kThreshold) * kSteepness;
  return mean_over(torch::softplus(-logits), pairs.equal) +
         mean_over(torch::softplus(logits), pairs.other);
}

torch::Tensor alignment_loss(const torch::Tensor& vectors, const torch::Tensor& labels,
                             std::int64_t family) {
  constexpr double kNearest = 1e-4;  // of squares: where they are one, the slope has no direction
  const FamilyPairs pairs = pairs_of(vectors, labels, family);
  return mean_over((2 - 2 * pairs.cosines).clamp_min(kNearest).sqrt(), pairs.equal);
}

torch::Tensor analogy_loss(const torch::Tensor& vectors, const torch::Tensor& labels,
                           const Analogies& analogies, double temperature) {
  constexpr double kNever = -1e9;
  const auto of = [&](const torch::Tensor& places) { return vectors.index_select(0, places); };
  const auto label_of = [&](const torch::Tensor& places) {
    return labels.index_select(0, places).unsqueeze(1);
  };
  const torch::Tensor sum = of(analogies.y1) - of(analogies.x1) + of(analogies.x2);
  const torch::Tensor query = sum / sum.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12);
  const torch::Tensor cosines = torch::matmul(query, vectors.t()) / temperature;
  const torch::Tensor other_label = labels.unsqueeze(0);
  const torch::Tensor left_out =
      (label_of(analogies.x2) == other_label).logical_or(label_of(analogies.y2) == other_label);
  const torch::Tensor others = cosines.masked_fill(left_out, kNever).logsumexp(1);
  const torch::Tensor wanted = (query * of(analogies.y2)).sum(1) / temperature;
  return torch::softplus(others - wanted).mean();
}

}  // namespace noether::train
