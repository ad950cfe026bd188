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

}  // namespace noether::train
