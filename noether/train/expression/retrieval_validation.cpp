#include "noether/train/expression/retrieval_validation.h"

#include <algorithm>

namespace noether::train {
namespace {

constexpr std::int64_t kTogether = 4096;
constexpr std::int64_t kNeighbours = 10;

double mean_of(const torch::Tensor& values) {
  return values.to(torch::kFloat64).mean().item<double>();
}

}  // namespace

RetrievalValidation::RetrievalValidation(const EncodedCorpus& corpus,
                                         const EncodedCorpus* distractors,
                                         std::uint64_t max_clusters, std::uint64_t max_members) {
  const std::uint64_t step = std::max<std::uint64_t>(1, corpus.clusters() / max_clusters);
  std::int64_t taken = 0;
  for (std::uint64_t c = 0; c < corpus.clusters(); c += step) {
    if (static_cast<std::uint64_t>(taken) == max_clusters) break;
    std::vector<std::uint64_t> members;
    for (std::uint64_t m = corpus.first_member(c); m < corpus.cluster_ends[c]; ++m) {
      if (corpus.member(m).empty()) continue;
      if (distractors != nullptr && distractors->member(m).empty()) continue;
      members.push_back(m);
    }
    if (members.size() < 2) continue;
    const std::uint64_t every = (members.size() + max_members - 1) / max_members;
    for (std::uint64_t i = 0; i < members.size(); i += every) {
      const auto member = corpus.member(members[i]);
      members_.emplace_back(member.begin(), member.end());
      clusters_.push_back(taken);
      if (distractors == nullptr) continue;
      const auto distractor = distractors->member(members[i]);
      distractors_.emplace_back(distractor.begin(), distractor.end());
    }
    ++taken;
  }
}

Scores RetrievalValidation::score(const EncoderShape& shape, const ParameterViews& weights,
                                  torch::Device device) const {
  const torch::NoGradGuard no_graph;
  if (clusters_.empty()) return {};
  const torch::Tensor vectors = embed_all(shape, weights, members_, device);
  const torch::Tensor clusters = torch::tensor(clusters_, torch::kInt64).to(device);
  const auto count = static_cast<std::int64_t>(members_.size());
  const std::int64_t neighbours = std::min(kNeighbours, count - 1);
  torch::Tensor nearest = torch::empty({count, neighbours}, clusters.options());
  // Computes rows in parts, so that the table of all pairs is never in memory as a whole.
  for (std::int64_t begin = 0; begin < count; begin += kTogether) {
    const std::int64_t rows = std::min(kTogether, count - begin);
    torch::Tensor cosines = torch::matmul(vectors.narrow(0, begin, rows), vectors.t());
    cosines.diagonal(begin).fill_(-2);  // exclude the expression itself
    const torch::Tensor found = std::get<1>(cosines.topk(neighbours, 1));
    nearest.narrow(0, begin, rows)
        .copy_(clusters.index_select(0, found.flatten()).view({rows, neighbours}));
  }
  const torch::Tensor same = nearest == clusters.unsqueeze(1);
  Scores scores = {{"nearest", mean_of(same.select(1, 0))}, {"precision", mean_of(same)}};
  if (distractors_.empty()) return scores;

  // Compares each member with the next member of the cluster and with that member's distractor.
  const torch::Tensor distractors = embed_all(shape, weights, distractors_, device);
  const torch::Tensor next = torch::roll(vectors, -1, 0);
  const torch::Tensor next_distractor = torch::roll(distractors, -1, 0);
  const torch::Tensor told = ((vectors * next).sum(1) > (vectors * next_distractor).sum(1))
                                 .masked_select(clusters == torch::roll(clusters, -1, 0));
  scores.emplace_back("told_apart", mean_of(told));
  return scores;
}

torch::Tensor embed_all(const EncoderShape& shape, const ParameterViews& weights,
                        const std::vector<std::vector<neural::TokenId>>& expressions,
                        torch::Device device) {
  const torch::NoGradGuard no_graph;
  const auto count = static_cast<std::int64_t>(expressions.size());
  std::vector<torch::Tensor> parts;
  for (std::int64_t begin = 0; begin < count; begin += kTogether) {
    const std::vector<std::span<const neural::TokenId>> part(
        expressions.begin() + begin, expressions.begin() + std::min(count, begin + kTogether));
    parts.push_back(embed(shape, weights, pack(shape, part, false).to(device)));
  }
  return torch::cat(parts);
}

}  // namespace noether::train
