#include "noether/train/generate/written_validation.h"

#include <algorithm>
#include <cmath>

#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

constexpr std::size_t kWrittenTogether = 16;

}  // namespace

WrittenValidation::WrittenValidation(const PieceCorpus& corpus, const GenerateConfig& config,
                                     neural::TokenId end, std::uint64_t most_tokens) {
  std::vector<WrittenSequence> sequences = WrittenSampler::fixed(corpus, config, end, most_tokens);
  // Those of a length together, since attention has slots for the longest.
  std::ranges::stable_sort(sequences, {}, [](const auto& one) { return one.tokens.size(); });
  const std::span all(sequences);
  for (std::size_t begin = 0; begin < all.size(); begin += kWrittenTogether) {
    batches_.push_back(
        pack_written(all.subspan(begin, std::min(kWrittenTogether, all.size() - begin)),
                     /*pinned=*/false));
  }
}

Scores WrittenValidation::score(const neural::TransformerConfig& model,
                                const ParameterViews& weights) const {
  const torch::NoGradGuard no_graph;
  const torch::Device device = weights.at("token_embedding").device();
  double loss = 0;
  double found = 0;
  double words = 0;
  for (const WrittenBatch& on_host : batches_) {
    const WrittenBatch batch = on_host.to(device);
    const torch::Tensor hidden = hidden_states(model, weights, batch.packed);
    const torch::Tensor scores = next_scores(model, weights, hidden.index_select(0, batch.rows));
    const auto count = static_cast<double>(batch.words.size(0));
    loss += torch::cross_entropy_loss(scores, batch.words).item<double>() * count;
    found += (scores.argmax(1) == batch.words).sum().item<double>();
    words += count;
  }
  return {{"perplexity", std::exp(loss / words)}, {"token_accuracy", found / words}};
}

}  // namespace noether::train
