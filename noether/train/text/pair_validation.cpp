#include "noether/train/text/pair_validation.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "noether/train/text/late_interaction.h"
#include "noether/train/text/pair_loss.h"
#include "noether/train/text/pair_sampler.h"

namespace noether::train {
namespace {

constexpr std::size_t kTextsTogether = 64;

// Vectors of many texts, computed some at a time.
struct EmbeddedTexts {
  torch::Tensor texts;
  torch::Tensor tokens;
  std::vector<std::int64_t> lengths;
};

EmbeddedTexts embed_some(const neural::TransformerConfig& model, const ParameterViews& weights,
                         std::span<const std::vector<neural::TokenId>> texts) {
  const torch::Device device = weights.at("token_embedding").device();
  EmbeddedTexts all;
  std::vector<torch::Tensor> of_texts;
  std::vector<torch::Tensor> of_tokens;
  for (std::size_t begin = 0; begin < texts.size(); begin += kTextsTogether) {
    const TextBatch batch = pack_texts(
        texts.subspan(begin, std::min(kTextsTogether, texts.size() - begin)), /*pinned=*/false);
    const TextVectors vectors = embed_texts(model, weights, batch.to(device));
    of_texts.push_back(vectors.texts);
    of_tokens.push_back(vectors.tokens);
    all.lengths.insert(all.lengths.end(), batch.lengths.begin(), batch.lengths.end());
  }
  all.texts = torch::cat(of_texts);
  all.tokens = torch::cat(of_tokens);
  return all;
}

// By rows, so that the places of maxima are never there as a whole.
torch::Tensor all_late_scores(const EmbeddedTexts& first, const EmbeddedTexts& second) {
  std::vector<torch::Tensor> rows;
  std::int64_t token = 0;
  const auto lengths = std::span(first.lengths);
  for (std::size_t begin = 0; begin < lengths.size(); begin += kTextsTogether) {
    const auto part = lengths.subspan(begin, std::min(kTextsTogether, lengths.size() - begin));
    const std::int64_t tokens = std::accumulate(part.begin(), part.end(), std::int64_t{0});
    rows.push_back(late_scores({first.tokens.narrow(0, token, tokens), part},
                               {second.tokens, second.lengths}));
    token += tokens;
  }
  return torch::cat(rows);
}

}  // namespace

PairValidation::PairValidation(const TokenizedPairs& pairs, const TextConfig& config,
                               std::uint64_t max_pairs) {
  const std::uint64_t count = std::min(pairs.size(), max_pairs);
  std::vector<std::uint32_t> groups;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t pair = i * pairs.size() / count;
    first_.push_back(text_window(pairs, pairs.first(pair), 0, config.first_tokens));
    second_.push_back(text_window(pairs, pairs.second(pair), 0, config.second_tokens));
    groups.push_back(pairs.groups[pair]);
  }
  left_out_ = same_group(groups);
}

Scores PairValidation::score(const neural::TransformerConfig& model,
                             const ParameterViews& weights) const {
  const torch::NoGradGuard no_graph;
  const EmbeddedTexts first = embed_some(model, weights, first_);
  const EmbeddedTexts second = embed_some(model, weights, second_);
  const torch::Tensor left_out = left_out_.to(first.texts.device());
  const PairRanks texts = rank_partners(torch::matmul(first.texts, second.texts.t()), left_out);
  const PairRanks late = rank_partners(all_late_scores(first, second), left_out);
  return {{"recall", texts.recall},
          {"mrr", texts.mrr},
          {"late_recall", late.recall},
          {"late_mrr", late.mrr}};
}

PairRanks rank_partners(const torch::Tensor& scores, const torch::Tensor& left_out) {
  const torch::Tensor own = scores.diagonal().unsqueeze(1);
  // Another one with the same score stands before it, so that a model which tells nothing apart
  // finds nothing.
  torch::Tensor is_before = (scores >= own).logical_and(left_out.logical_not());
  is_before.diagonal().fill_(false);
  const torch::Tensor ranks = is_before.sum(1).to(torch::kFloat64) + 1;
  return {(ranks == 1).to(torch::kFloat64).mean().item<double>(),
          ranks.reciprocal().mean().item<double>()};
}

}  // namespace noether::train
