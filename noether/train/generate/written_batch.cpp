#include "noether/train/generate/written_batch.h"

#include <vector>

#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

// Matrix products on a GPU are fast when their rows are multiples of this.
constexpr std::int64_t kAlignedTokens = 64;

}  // namespace

WrittenBatch WrittenBatch::to(torch::Device device) const {
  const auto moved = [&](const torch::Tensor& tensor) {
    return tensor.to(device, /*non_blocking=*/true);
  };
  return {packed.to(device), moved(rows), moved(words)};
}

WrittenBatch pack_written(std::span<const WrittenSequence> sequences, bool pinned) {
  std::vector<std::span<const neural::TokenId>> spans;
  std::int64_t learnt = 0;
  for (const WrittenSequence& sequence : sequences) {
    spans.emplace_back(sequence.tokens);
    learnt += std::ssize(sequence.tokens) - sequence.first_learnt;
  }
  WrittenBatch batch;
  batch.packed = pack_sequences(spans, pinned);
  const auto memory = torch::TensorOptions(torch::kInt64).pinned_memory(pinned);
  batch.rows = torch::empty({learnt}, memory);
  batch.words = torch::empty({learnt}, memory);
  auto* row = batch.rows.data_ptr<std::int64_t>();
  auto* word = batch.words.data_ptr<std::int64_t>();
  const auto* const starts = batch.packed.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.packed.order.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const WrittenSequence& sequence = sequences[i];
    for (std::size_t at = sequence.first_learnt; at < sequence.tokens.size(); ++at) {
      *row++ = starts[order[i]] + static_cast<std::int64_t>(at) - 1;
      *word++ = sequence.tokens[at];
    }
  }
  return batch;
}

torch::Tensor next_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows) {
  const torch::Tensor& decoder =
      weights.at(config.head.next_tied ? "token_embedding" : "next.weight");
  const std::int64_t extra = (kAlignedTokens - decoder.size(0) % kAlignedTokens) % kAlignedTokens;
  torch::Tensor scores =
      extra == 0 ? torch::linear(rows, decoder)
                 : torch::linear(rows, torch::constant_pad_nd(decoder, {0, 0, 0, extra}))
                       .narrow(1, 0, decoder.size(0));
  return scores.scalar_type() == torch::kFloat64 ? scores : scores.to(torch::kFloat32);
}

torch::Tensor next_loss(const neural::TransformerConfig& config, const ParameterViews& weights,
                        const WrittenBatch& batch, double dropout) {
  const torch::Tensor hidden = hidden_states(config, weights, batch.packed, dropout);
  return torch::cross_entropy_loss(next_scores(config, weights, hidden.index_select(0, batch.rows)),
                                   batch.words);
}

}  // namespace noether::train
