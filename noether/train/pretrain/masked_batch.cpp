#include "noether/train/pretrain/masked_batch.h"

#include <algorithm>
#include <vector>

#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

using neural::TransformerConfig;

// Matrix products on a GPU are fast when their rows are multiples of this.
constexpr std::int64_t kAligned = 64;
constexpr double kNeverAWord = -1e4;

torch::Tensor wide(const torch::Tensor& scores) {
  return scores.scalar_type() == torch::kFloat64 ? scores : scores.to(torch::kFloat32);
}

torch::Tensor linear_of(const ParameterViews& weights, const std::string& name,
                        const torch::Tensor& x) {
  return torch::linear(x, weights.at(name + ".weight"), weights.at(name + ".bias"));
}

std::vector<std::vector<std::uint8_t>> segments_of(std::span<const MaskedSequence> sequences) {
  std::vector<std::vector<std::uint8_t>> segments;
  for (const MaskedSequence& sequence : sequences) {
    auto& of = segments.emplace_back(sequence.tokens.size(), 0);
    if (sequence.swapped) std::fill(of.begin() + sequence.second_begin, of.end(), 1);
  }
  return segments;
}

// With columns behind the vocabulary that are no words.
torch::Tensor aligned_word_scores(const TransformerConfig& config, const ParameterViews& weights,
                                  const torch::Tensor& rows) {
  torch::Tensor x =
      activated(config.head.words_activation, linear_of(weights, "words.transform", rows));
  x = torch::layer_norm(x, {x.size(-1)}, weights.at("words.norm.weight"),
                        weights.at("words.norm.bias"), static_cast<double>(config.norm_epsilon));
  const torch::Tensor& decoder =
      weights.at(config.head.words_tied ? "token_embedding" : "words.decoder.weight");
  const torch::Tensor& bias = weights.at("words.decoder.bias");
  const std::int64_t extra = (kAligned - decoder.size(0) % kAligned) % kAligned;
  if (extra == 0) return torch::linear(x, decoder, bias);
  return torch::linear(x, torch::constant_pad_nd(decoder, {0, 0, 0, extra}),
                       torch::constant_pad_nd(bias, {0, extra}, kNeverAWord));
}

}  // namespace

MaskedBatch MaskedBatch::to(torch::Device device) const {
  const auto moved = [&](const torch::Tensor& tensor) {
    return tensor.to(device, /*non_blocking=*/true);
  };
  return {packed.to(device), moved(rows), moved(words), moved(first_rows), moved(swapped)};
}

MaskedBatch pack_masked(std::span<const MaskedSequence> sequences, bool pinned) {
  std::vector<std::span<const neural::TokenId>> spans;
  std::int64_t masked = 0;
  std::int64_t ordered = 0;
  for (const MaskedSequence& sequence : sequences) {
    spans.emplace_back(sequence.tokens);
    masked += std::ssize(sequence.places);
    ordered += sequence.swapped ? 1 : 0;
  }
  MaskedBatch batch;
  batch.packed = pack_sequences(spans, pinned);
  const auto memory = torch::TensorOptions(torch::kInt64).pinned_memory(pinned);
  batch.rows = torch::empty({masked}, memory);
  batch.words = torch::empty({masked}, memory);
  batch.first_rows = torch::empty({ordered}, memory);
  batch.swapped = torch::empty({ordered}, memory);
  auto* row = batch.rows.data_ptr<std::int64_t>();
  auto* word = batch.words.data_ptr<std::int64_t>();
  auto* first_row = batch.first_rows.data_ptr<std::int64_t>();
  auto* swapped = batch.swapped.data_ptr<std::int64_t>();
  const auto* const starts = batch.packed.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.packed.order.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const MaskedSequence& sequence = sequences[i];
    const std::int64_t start = starts[order[i]];
    for (const std::uint32_t place : sequence.places) *row++ = start + place;
    word = std::ranges::copy(sequence.words, word).out;
    if (!sequence.swapped) continue;
    *first_row++ = start;
    *swapped++ = *sequence.swapped ? 1 : 0;
  }
  if (ordered > 0) place_segments(batch.packed, segments_of(sequences), pinned);
  return batch;
}

torch::Tensor word_scores(const TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows) {
  return aligned_word_scores(config, weights, rows).narrow(1, 0, config.vocabulary);
}

torch::Tensor order_scores(const TransformerConfig& config, const ParameterViews& weights,
                           const torch::Tensor& first_rows) {
  return linear_of(weights, "order",
                   activated(*config.head.pooler, linear_of(weights, "pooler", first_rows)));
}

MaskedLosses masked_losses(const TransformerConfig& config, const ParameterViews& weights,
                           const MaskedBatch& batch, double dropout) {
  const torch::Tensor hidden = hidden_states(config, weights, batch.packed, dropout);
  MaskedLosses losses;
  losses.words = torch::cross_entropy_loss(
      wide(aligned_word_scores(config, weights, hidden.index_select(0, batch.rows))), batch.words);
  losses.order =
      batch.first_rows.size(0) > 0
          ? torch::cross_entropy_loss(
                wide(order_scores(config, weights, hidden.index_select(0, batch.first_rows))),
                batch.swapped)
          : torch::zeros_like(losses.words.detach());
  return losses;
}

}  // namespace noether::train
