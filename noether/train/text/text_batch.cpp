#include "noether/train/text/text_batch.h"

#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

torch::Tensor unit_rows(const torch::Tensor& rows) {
  // The same bound as torch's own normalisation, against a vector of zeros.
  return rows / rows.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12);
}

}  // namespace

TextBatch TextBatch::to(torch::Device device) const {
  const auto moved = [&](const torch::Tensor& tensor) {
    return tensor.to(device, /*non_blocking=*/true);
  };
  return {packed.to(device), moved(rows), moved(text_of), moved(counts), lengths};
}

TextBatch pack_texts(std::span<const std::vector<neural::TokenId>> texts, bool pinned) {
  const std::vector<std::span<const neural::TokenId>> spans(texts.begin(), texts.end());
  TextBatch batch;
  batch.packed = pack_sequences(spans, pinned);
  const auto memory = torch::TensorOptions(torch::kInt64).pinned_memory(pinned);
  batch.rows = torch::empty_like(batch.packed.tokens, memory);
  batch.text_of = torch::empty_like(batch.packed.tokens, memory);
  batch.counts =
      torch::empty({static_cast<std::int64_t>(texts.size())}, memory.dtype(torch::kFloat32));
  auto* row = batch.rows.data_ptr<std::int64_t>();
  auto* text_of = batch.text_of.data_ptr<std::int64_t>();
  auto* count = batch.counts.data_ptr<float>();
  const auto* const starts = batch.packed.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.packed.order.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto length = static_cast<std::int64_t>(texts[i].size());
    for (std::int64_t p = 0; p < length; ++p) {
      *row++ = starts[order[i]] + p;
      *text_of++ = static_cast<std::int64_t>(i);
    }
    *count++ = static_cast<float>(length);
    batch.lengths.push_back(length);
  }
  return batch;
}

TextVectors embed_texts(const neural::TransformerConfig& config, const ParameterViews& weights,
                        const TextBatch& batch, double dropout) {
  const torch::Tensor hidden = hidden_states(config, weights, batch.packed, dropout);
  const auto type = hidden.scalar_type();
  const torch::Tensor tokens = hidden.index_select(0, batch.rows)
                                   .to(type == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32);
  const torch::Tensor sums = torch::zeros({batch.texts(), tokens.size(1)}, tokens.options())
                                 .index_add(0, batch.text_of, tokens);
  return {unit_rows(sums / batch.counts.to(tokens.scalar_type()).unsqueeze(1)),
          unit_rows(tokens).to(type)};
}

}  // namespace noether::train
