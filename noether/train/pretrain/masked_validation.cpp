#include "noether/train/pretrain/masked_validation.h"

#include <algorithm>
#include <cmath>

#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

constexpr std::size_t kSequencesTogether = 32;

}  // namespace

MaskedValidation::MaskedValidation(const PieceCorpus& corpus, const PretrainConfig& config,
                                   std::uint64_t most_tokens) {
  std::vector<MaskedSequence> sequences = SequenceSampler::fixed(corpus, config, most_tokens);
  // Those of a length together, since attention has slots for the longest.
  std::ranges::stable_sort(sequences, {}, [](const auto& one) { return one.tokens.size(); });
  const std::span all(sequences);
  for (std::size_t begin = 0; begin < all.size(); begin += kSequencesTogether) {
    batches_.push_back(
        pack_masked(all.subspan(begin, std::min(kSequencesTogether, all.size() - begin)),
                    /*pinned=*/false));
  }
}

Scores MaskedValidation::score(const neural::TransformerConfig& model,
                               const ParameterViews& weights) const {
  const torch::NoGradGuard no_graph;
  const torch::Device device = weights.at("token_embedding").device();
  double loss = 0;
  double found = 0;
  double words = 0;
  double right = 0;
  double ordered = 0;
  for (const MaskedBatch& on_host : batches_) {
    const MaskedBatch batch = on_host.to(device);
    const torch::Tensor hidden = hidden_states(model, weights, batch.packed);
    const torch::Tensor scores = word_scores(model, weights, hidden.index_select(0, batch.rows));
    const auto count = static_cast<double>(batch.words.size(0));
    loss += torch::cross_entropy_loss(scores, batch.words).item<double>() * count;
    found += (scores.argmax(1) == batch.words).sum().item<double>();
    words += count;
    if (batch.swapped.size(0) == 0) continue;
    const torch::Tensor order =
        order_scores(model, weights, hidden.index_select(0, batch.first_rows));
    right += (order.argmax(1) == batch.swapped).sum().item<double>();
    ordered += static_cast<double>(batch.swapped.size(0));
  }
  Scores out = {{"perplexity", std::exp(loss / words)}, {"word_accuracy", found / words}};
  if (ordered > 0) out.emplace_back("order_accuracy", right / ordered);
  return out;
}

}  // namespace noether::train
