#include "noether/train/text/pair_loss.h"

#include <numeric>
#include <span>

#include "noether/train/text/late_interaction.h"

namespace noether::train {
namespace {

constexpr double kNoCompetitor = -1e9;

}  // namespace

torch::Tensor same_group(const std::vector<std::uint32_t>& groups) {
  const auto pairs = static_cast<std::int64_t>(groups.size());
  torch::Tensor numbers = torch::empty({pairs}, torch::kInt64);
  std::ranges::copy(groups, numbers.data_ptr<std::int64_t>());
  return same_group(numbers);
}

torch::Tensor same_group(const torch::Tensor& groups) {
  torch::Tensor same = groups.unsqueeze(1) == groups.unsqueeze(0);
  same.diagonal().fill_(false);
  return same;
}

torch::Tensor find_partners_loss(const torch::Tensor& scores, const torch::Tensor& left_out,
                                 double temperature) {
  const torch::Tensor logits = (scores / temperature).masked_fill(left_out, kNoCompetitor);
  const torch::Tensor own =
      torch::arange(scores.size(0), scores.options().dtype(torch::kInt64).requires_grad(false));
  return (torch::cross_entropy_loss(logits, own) + torch::cross_entropy_loss(logits.t(), own)) / 2;
}

torch::Tensor pair_loss(const TextConfig& config, const neural::TransformerConfig& model,
                        const ParameterViews& weights, const TextBatch& batch,
                        const torch::Tensor& left_out) {
  const TextVectors vectors = embed_texts(model, weights, batch, config.dropout);
  const std::int64_t pairs = batch.texts() / 2;
  const auto lengths = std::span(batch.lengths);
  const auto of_first = lengths.first(static_cast<std::size_t>(pairs));
  const auto of_second = lengths.subspan(static_cast<std::size_t>(pairs));
  const std::int64_t tokens = std::accumulate(of_first.begin(), of_first.end(), std::int64_t{0});
  const torch::Tensor cosines =
      torch::matmul(vectors.texts.narrow(0, 0, pairs), vectors.texts.narrow(0, pairs, pairs).t());
  const torch::Tensor late =
      late_scores({vectors.tokens.narrow(0, 0, tokens), of_first},
                  {vectors.tokens.narrow(0, tokens, vectors.tokens.size(0) - tokens), of_second});
  return find_partners_loss(cosines, left_out, config.temperature) +
         find_partners_loss(late, left_out, config.late_temperature);
}

}  // namespace noether::train
